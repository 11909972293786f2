import { useEffect, useEffectEvent } from 'react'
import { onNetworkReturn } from '../api/network-events.ts'

const againMs = 10_000

/** Repeats what failed for lack of a network without a press: when the network is back, and from time to time. */
export function useReturn(retry: () => void, isWaiting: boolean): void {
  const again = useEffectEvent(retry)
  useEffect(() => {
    if (!isWaiting) return
    const unwatch = onNetworkReturn(() => again())
    const timer = setInterval(() => again(), againMs)
    return () => {
      unwatch()
      clearInterval(timer)
    }
  }, [isWaiting])
}
