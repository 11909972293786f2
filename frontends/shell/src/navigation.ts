import { useCallback, useSyncExternalStore } from 'react'
import { appRoutes } from './app-routes.ts'

export type Go = (path: string, options?: { replace?: boolean }) => void

let leaving = false

/** Out of the application for good; a guard that reacts to the signed-out state does not lead elsewhere. */
export function leave(path: string): void {
  leaving = true
  location.assign(path)
}

const changed = 'darsi:address'

/** Where we are inside the application, and how to go elsewhere; public pages are left to the browser. */
export function useAddress() {
  const address = useSyncExternalStore(watch, () => location.pathname + location.search)
  const { pathname, searchParams } = new URL(address, location.origin)
  const go = useCallback<Go>((path, { replace = false } = {}) => {
    if (leaving) return
    if (!isInApp(path)) return replace ? location.replace(path) : location.assign(path)
    history[replace ? 'replaceState' : 'pushState'](null, '', path)
    dispatchEvent(new Event(changed))
  }, [])
  const setTab = useCallback(
    (tab: string) => go(`${location.pathname}?${new URLSearchParams({ tab })}`),
    [go],
  )
  return { path: pathname.replace(/(.)\/+$/, '$1'), tab: searchParams.get('tab'), go, setTab }
}

const isInApp = (path: string) => (path.split(/[?#]/)[0] ?? '') in appRoutes

function watch(onChange: () => void) {
  addEventListener('popstate', onChange)
  addEventListener(changed, onChange)
  return () => {
    removeEventListener('popstate', onChange)
    removeEventListener(changed, onChange)
  }
}
