import { type RefObject, useEffect } from 'react'

/**
 * What a visitor on a slow line typed (or the browser filled in) before the scripts arrived, by field name.
 * Read once, in the first effect, before React writes its own empty values over it.
 */
export function useTypedEarly(
  form: RefObject<HTMLFormElement | null>,
  take: (typed: Readonly<Record<string, string>>) => void,
) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page comes alive
  useEffect(() => {
    if (form.current === null) return
    const typed = [...new FormData(form.current)].flatMap(([name, value]) =>
      typeof value === 'string' && value !== '' ? [[name, value] as const] : [],
    )
    take(Object.fromEntries(typed))
  }, [])
}
