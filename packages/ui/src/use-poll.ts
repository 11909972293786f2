import { useEffect, useRef } from 'react'

/** Calls again and again while the page is visible, and at once when it comes into view. */
export function usePoll(work: () => void, everyMs: number): void {
  const latest = useRef(work)
  useEffect(() => {
    latest.current = work
  }, [work])
  useEffect(() => {
    const run = () => {
      if (document.visibilityState === 'visible') latest.current()
    }
    const timer = setInterval(run, everyMs)
    document.addEventListener('visibilitychange', run)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', run)
    }
  }, [everyMs])
}
