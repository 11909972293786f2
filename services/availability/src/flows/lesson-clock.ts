import type { Log } from '@darsi/kit/observability/log.ts'
import { repeat } from '@darsi/kit/repeat.ts'
import { refuseUnanswered } from '../bookings/answer.ts'
import type { Bookings } from '../bookings/commit.ts'
import { decideGroups } from '../groups/decide-groups.ts'
import type { GroupQueries } from '../groups/group-queries.ts'
import type { GroupStore } from '../groups/group-store.ts'
import { cancelInterrupted } from '../lessons/cancel.ts'
import { changeInterrupted } from '../lessons/change-details.ts'
import { remind } from '../lessons/lesson.ts'
import type { LessonQueries } from '../lessons/lesson-queries.ts'
import type { LessonDocument, LessonStore } from '../lessons/lesson-store.ts'
import type { PartyQueries } from '../parties/party-queries.ts'

const everyMs = 5000
const sweepEvery = 6
/** Lessons that one process handles one by one at the same time. */
const reminderLanes = 16
/** Lessons in one write. Small, because a conflict of one lesson sends all of its write one by one. */
const remindersPerWrite = 200

type Parts = {
  bookings: Bookings
  groups: GroupStore & GroupQueries
  lessons: LessonStore & LessonQueries
  parties: PartyQueries
  now: () => Date
}

/** Reminders are fields of the lessons and not jobs in a queue, so none can be lost. Any number of processes may run it. */
export function startLessonClock(parts: Parts, log: Pick<Log, 'warn'>): () => Promise<void> {
  let rounds = 0
  const work = async (isStopping: () => boolean) => {
    await cancelBegunOnHold(parts)
    await cancelInterrupted(parts)
    await changeInterrupted(parts)
    await refuseUnanswered(parts)
    await decideGroups(parts)
    while ((await sendReminders(parts)) > 0 && !isStopping());
    if (rounds++ % sweepEvery === 0) await parts.bookings.sweep()
  }
  return repeat({ everyMs, work, log, failed: 'lesson clock failed' })
}

/** A lesson whose hour comes while it is on hold does not take place. */
export async function cancelBegunOnHold({ lessons }: Pick<Parts, 'lessons'>): Promise<void> {
  for (const lesson of await lessons.begunOnHold())
    await lessons.fallAway([lesson], { cause: 'connection-paused' })
}

/**
 * Sends one batch. Several processes may run it at once: they share what is due. Each reminder is sent once, because
 * the lessons are written with compare-and-set, also after their lease ran out. A lesson that changed since the lease is
 * read again.
 * @returns the size of the batch
 */
export async function sendReminders({ lessons }: Pick<Parts, 'lessons'>): Promise<number> {
  const batch = await lessons.leaseReminders()
  if (batch.length === 0) return 0
  const left: LessonDocument[] = []
  for (let from = 0; from < batch.length; from += remindersPerWrite)
    left.push(...(await lessons.remindAll(batch.slice(from, from + remindersPerWrite))))
  const waiting = left.values()
  const lane = async () => {
    for (const lesson of waiting)
      if (!(await lessons.update(lesson, remind))) await lessons.dropReminder(lesson)
  }
  const lanes = await Promise.allSettled(Array.from({ length: reminderLanes }, lane))
  for (const ended of lanes) if (ended.status === 'rejected') throw ended.reason
  return batch.length
}
