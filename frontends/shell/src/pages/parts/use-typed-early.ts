import { type RefObject, useLayoutEffect } from 'react'

/**
 * The values that a visitor typed (or the browser filled in) before hydration, by field name. Read once, before React
 * overwrites the fields with its empty values. In a layout effect, because its changes are rendered before the next
 * event: after a later effect, a letter in one field would write the form with the others still empty.
 */
export function useTypedEarly(
  form: RefObject<HTMLFormElement | null>,
  take: (typed: Readonly<Record<string, string>>) => void,
) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page comes alive
  useLayoutEffect(() => {
    if (form.current === null) return
    const typed = [...new FormData(form.current)].flatMap(([name, value]) =>
      typeof value === 'string' && value !== '' ? [[name, value] as const] : [],
    )
    take(Object.fromEntries(typed))
  }, [])
}
