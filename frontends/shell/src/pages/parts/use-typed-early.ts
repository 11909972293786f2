import { type RefObject, useEffect } from 'react'

/**
 * The values that a visitor typed (or the browser filled in) before hydration, by field name. Read once, in the first
 * effect, before React overwrites the fields with its empty values.
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
