import type { Log } from '@darsi/kit/log.ts'
import { repeat } from '@darsi/kit/repeat.ts'
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
): () => Promise<void> {
  let rounds = 0
  const work = async (isStopping: () => boolean) => {
    while ((await lessons.remindDue()) > 0 && !isStopping());
    if (rounds++ % sweepEvery === 0) await bookings.sweep()
  }
  return repeat({ everyMs, work, log, failed: 'lessons could not be looked after' })
}
