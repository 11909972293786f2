import { useMemo } from 'react'
import { navigate, useSearch } from 'wouter/use-browser-location'

/** How one parameter of the address is read; `initial` if it is missing or unknown, and never written. */
type Parameter<T extends string> = { readonly initial: T; readonly read: (text: string) => T }

export const anyText = (initial = ''): Parameter<string> => ({ initial, read: (text) => text })

/** A text parameter for each name of a table, with its initial value. */
export function anyTextFor<Name extends string>(
  initial: Readonly<Record<Name, string>>,
): Readonly<Record<Name, Parameter<string>>> {
  const entries = Object.entries<string>(initial).map(([name, value]) => [name, anyText(value)])
  // `as`: the same names as the table has
  return Object.fromEntries(entries) as Record<Name, Parameter<string>>
}

/** One of a few values; any other text in the address becomes the initial one. */
export const oneOf = <const T extends string>(values: readonly T[], initial: NoInfer<T>): Parameter<T> => ({
  initial,
  read: (text) => values.find((value) => value === text) ?? initial,
})

type Values<P> = { readonly [Name in keyof P]: P[Name] extends Parameter<infer T> ? T : never }
type Parameters = Readonly<Record<string, Parameter<string>>>

/** Stored in the history entry that `open` adds, so that `close` can go back. */
const opened = { darsi: 'opened' } as const

/**
 * A part of the address after the tab, for example `?tab=tickets&status=closed`. `parameters` is a constant or memoized.
 * - `set` changes it in place, as for filters, and removes the names in `drop`;
 * - `open` adds a step to the history, as for one row of a list, and `close` goes back;
 * - `hrefOf` is the address that `open` would lead to, for a link.
 */
export function usePlace<P extends Parameters>(parameters: P) {
  // a public page is written without an address
  const search = useSearch({ ssrSearch: '' })
  // `as`: each name is read by its own parameter
  const values = useMemo(() => readPlace(parameters, search) as Values<P>, [parameters, search])
  const steps = useMemo(
    () => ({
      set: (part: Partial<Values<P>>, drop: readonly string[] = []) =>
        navigate(written(parameters, part, drop), { replace: true, state: history.state }),
      open: (part: Partial<Values<P>>) => navigate(written(parameters, part), { state: opened }),
      close: (...names: (keyof P & string)[]) => {
        if (isOpened(history.state)) return history.back()
        navigate(written(parameters, {}, names), { replace: true })
      },
      hrefOf: (part: Partial<Values<P>>) => written(parameters, part),
    }),
    [parameters],
  )
  return [values, steps] as const
}

const isOpened = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'darsi' in state && state.darsi === opened.darsi

function readPlace(parameters: Parameters, search: string): Readonly<Record<string, string>> {
  const given = new URLSearchParams(search)
  return Object.fromEntries(
    Object.entries(parameters).map(([name, { initial, read }]) => {
      const text = given.get(name)
      return [name, text === null ? initial : read(text)]
    }),
  )
}

/** The address with some parameters changed. Initial values are left out, other parameters stay. */
function written(
  parameters: Parameters,
  part: Readonly<Record<string, string | undefined>>,
  drop: readonly string[] = [],
): string {
  const search = new URLSearchParams(location.search)
  for (const name of drop) search.delete(name)
  for (const [name, value] of Object.entries(part)) {
    if (value === undefined || value === parameters[name]?.initial) search.delete(name)
    else search.set(name, value)
  }
  return `${location.pathname}?${search}`
}
