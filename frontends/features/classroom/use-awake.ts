import { useEffect } from 'react'

/** Keeps the screen on: a lesson is mostly looked at and listened to. The browser lets go whenever the tab is hidden. */
export function useAwake(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null
    let isOver = false
    const hold = async () => {
      if (document.visibilityState !== 'visible' || (lock !== null && !lock.released)) return
      // refused when the battery is low
      lock = await navigator.wakeLock.request('screen').catch(() => null)
      if (isOver) void lock?.release()
    }
    // older browsers have none
    if (!('wakeLock' in navigator)) return
    void hold()
    document.addEventListener('visibilitychange', hold)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', hold)
      void lock?.release()
    }
  }, [])
}
