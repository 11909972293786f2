import type { Log } from '@darsi/kit/observability/log.ts'
import { repeat } from '@darsi/kit/repeat.ts'
import { refuseUnanswered } from '../bookings/answer.ts'
import type { BookingParts } from '../bookings/carry-out.ts'
import { sweepBookings } from '../bookings/commit.ts'
import { decideGroups } from '../groups/decide-groups.ts'
import { remind } from './lesson.ts'
import type { LessonQueries } from './lesson-queries.ts'
import type { LessonStore } from './lesson-store.ts'

const everyMs = 5000
const sweepEvery = 6
/** Reminders that one process sends at once. */
const reminderLanes = 16

/** Reminders are fields of the lessons and not jobs in a queue, so none can be lost. Any number of processes may run it. */
export function startLessonClock(parts: BookingParts, log: Pick<Log, 'warn'>): () => Promise<void> {
  let rounds = 0
  const work = async (isStopping: () => boolean) => {
    await cancelBegunOnHold(parts)
    await refuseUnanswered(parts)
    await decideGroups(parts)
    while ((await sendReminders(parts)) > 0 && !isStopping());
    if (rounds++ % sweepEvery === 0) await sweepBookings(parts)
  }
  return repeat({ everyMs, work, log, failed: 'lesson clock failed' })
}

type Parts = { lessons: LessonStore; lessonQueries: LessonQueries }

/** A lesson whose hour comes while it is on hold does not take place. */
export async function cancelBegunOnHold({ lessons, lessonQueries }: Parts): Promise<void> {
  for (const lesson of await lessonQueries.begunOnHold())
    await lessons.fallAway([lesson], { cause: 'connection-paused' })
}

/**
 * Sends one batch. Several processes may run it at once: they share what is due. Each reminder is sent once, because
 * `remind` reads the lesson again and writes with compare-and-set, also after its lease ran out.
 * @returns the size of the batch
 */
export async function sendReminders({ lessons }: Pick<Parts, 'lessons'>): Promise<number> {
  const batch = await lessons.leaseReminders()
  const waiting = batch.values()
  const lane = async () => {
    for (const lesson of waiting)
      if (!(await lessons.update(lesson, remind))) await lessons.dropReminder(lesson)
  }
  const lanes = await Promise.allSettled(Array.from({ length: reminderLanes }, lane))
  for (const ended of lanes) if (ended.status === 'rejected') throw ended.reason
  return batch.length
}
