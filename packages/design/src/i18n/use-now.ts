import { useEffect, useState } from 'react'
import { serverNow } from './server-clock.ts'

/** The current time by the server's clock, updated regularly: for countdowns. */
export function useNow(everyMs = 30_000): number {
  const [now, setNow] = useState(() => serverNow())
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
