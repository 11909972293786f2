import { useCallback } from 'react'
import { navigate, usePathname, useSearch } from 'wouter/use-browser-location'
import { routeAt } from '../app-routes.ts'

export type Go = (path: string, options?: { replace?: boolean }) => void

let leaving = false

/** Leaves the application by a page load, so that no guard reacts to the signed-out state with another navigation. */
export function leave(path: string): void {
  leaving = true
  location.assign(path)
}

export const isLeaving = (): boolean => leaving

/** The current address inside the application, and navigation. Public pages are loaded by the browser. */
export function useAddress() {
  const path = usePathname()
  const tab = new URLSearchParams(useSearch()).get('tab')
  const go = useCallback<Go>((to, { replace = false } = {}) => {
    if (leaving) return
    if (isInApp(to)) navigate(to, { replace })
    else if (replace) location.replace(to)
    else location.assign(to)
  }, [])
  const setTab = useCallback(
    (id: string, place: Readonly<Record<string, string>> = {}) =>
      go(`${location.pathname}?${new URLSearchParams({ tab: id, ...place })}`),
    [go],
  )
  return { path: path.replace(/(.)\/+$/, '$1'), tab, go, setTab }
}

const isInApp = (path: string) => routeAt(path.split(/[?#]/)[0] ?? '').route !== undefined
