import { useEffect } from 'react'

const storageKey = 'darsi-scroll'
/** Longer loading times give up restoring the position. */
const giveUpMs = 5000
const lookAgainMs = 50
/** A place whose height has not changed for so long has loaded all that was above the position. */
const steadyMs = 500
const kept = 30

/**
 * Restores the scroll position of a place after Back, Forward or a reload, once its list is long enough and its height is
 * steady; another tab starts at the top. The browser's own restoration ends before the list has loaded.
 */
export function useScrollMemory(tab: string | undefined): void {
  useEffect(() => {
    const heights = readHeights()
    history.scrollRestoration = 'manual'
    let stop = () => {}
    const restore = () => {
      stop()
      const wanted = heights.get(location.search) ?? 0
      stop = scrollWhenLongEnough(wanted)
    }
    const remember = () => {
      if (!restoring) heights.set(location.search, Math.round(scrollY))
    }
    const keep = () => keepHeights(heights)
    restore()
    addEventListener('popstate', restore)
    addEventListener('scroll', remember, { passive: true })
    addEventListener('pagehide', keep)
    return () => {
      stop()
      keep()
      history.scrollRestoration = 'auto'
      removeEventListener('popstate', restore)
      removeEventListener('scroll', remember)
      removeEventListener('pagehide', keep)
    }
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another tab starts at the top
  useEffect(() => {
    if (!restoring) document.documentElement.scrollTop = 0
  }, [tab])
}

/** While the position is restored, its scroll events are not stored. */
let restoring = false

function scrollWhenLongEnough(wanted: number): () => void {
  restoring = true
  const root = document.documentElement
  const ends = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const
  const done = () => {
    restoring = false
    clearInterval(again)
    clearTimeout(timer)
    for (const name of ends) removeEventListener(name, done)
  }
  let height = -1
  let steadyFrom = 0
  const attempt = () => {
    if (height !== root.scrollHeight) {
      height = root.scrollHeight
      steadyFrom = performance.now()
    }
    if (height - root.clientHeight < wanted) return
    root.scrollTop = wanted
    if (performance.now() - steadyFrom >= steadyMs) done()
  }
  // not at once: the page that is left may be long enough, and the next place would start at the top
  const again = setInterval(attempt, lookAgainMs)
  const timer = setTimeout(done, giveUpMs)
  for (const name of ends) addEventListener(name, done, { passive: true })
  return done
}

function readHeights(): Map<string, number> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]')
    if (!Array.isArray(stored)) return new Map()
    return new Map(stored.filter(isHeight))
  } catch {
    return new Map()
  }
}

const isHeight = (entry: unknown): entry is [string, number] =>
  Array.isArray(entry) && typeof entry[0] === 'string' && typeof entry[1] === 'number'

function keepHeights(heights: ReadonlyMap<string, number>): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([...heights].slice(-kept)))
  } catch {
    // without storage the place starts at the top
  }
}
