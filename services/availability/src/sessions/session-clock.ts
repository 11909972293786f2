import type { Log } from '@darsi/kit/log.ts'
import type { Sessions } from './sessions.ts'

const everyMs = 5000
const sweepEvery = 6

/**
 * Reminders come from the lessons themselves and nothing else: no queue can lose them, and any number of processes
 * may look at the same time.
 */
export function startSessionClock(
  { lessons, bookings }: Pick<Sessions, 'lessons' | 'bookings'>,
  log: Pick<Log, 'warn'>,
): () => void {
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let rounds = 0
  const look = async () => {
    try {
      while ((await lessons.remindDue()) > 0 && !stopped);
      if (rounds++ % sweepEvery === 0) await bookings.sweep()
    } catch (error) {
      log.warn({ err: error }, 'lessons could not be looked after')
    }
    if (!stopped) timer = setTimeout(look, everyMs)
  }
  void look()
  return () => {
    stopped = true
    clearTimeout(timer)
  }
}
