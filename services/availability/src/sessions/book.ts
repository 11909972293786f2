import { randomUUID } from 'node:crypto'
import { addDays, instantOf, tunisClock, tunisDay } from '@darsi/contracts/tunis-time.ts'
import { inserted } from '@darsi/kit/mongo.ts'
import { type Problem, problem } from '@darsi/kit/problem.ts'
import type { Lesson } from './lesson.ts'
import { bookableDays, isOffered, seriesDates } from './offered.ts'
import { learnerOf, type Parties } from './parties.ts'
import { reminderAfter } from './reminders.ts'
import { type Wish, type WishRefusal, wishRefusal } from './rules.ts'
import type { Sessions } from './sessions.ts'

export type Booked = Omit<Wish, 'startsAt'> & {
  connectionId: string
  date: string
  hour: number
  weeks: number
}

/**
 * Books a lesson or a weekly series, all or none.
 * @throws problems of the contract
 */
export async function bookLessons(sessions: Sessions, by: string, wish: Booked): Promise<Lesson[]> {
  const parties = await sessions.parties.of(wish.connectionId)
  if (!parties?.connection.partyIds.includes(by)) throw problem('not-found')
  const { connection } = parties
  const learners = connection.studentId ? [connection.studentId] : []
  const isSuspended = await sessions.parties.isSuspended([connection.teacherId, ...learners])
  if (connection.status !== 'approved' || isSuspended) throw problem('connection-state')
  const token = randomUUID()
  const planned = planLessons(parties, wish, { by, token, now: sessions.now() })
  await refuse(sessions, parties, planned, by)
  await sessions.bookings.book(token, planned, by)
  return sessions.lessons.inSeries(planned.map(({ _id }) => _id))
}

/** @throws problem `slot-not-offered`, `slot-past` */
export async function refuseSlot(
  { grids, now }: Pick<Sessions, 'grids' | 'now'>,
  teacherId: string,
  slots: readonly { date: string; hour: number; durationMinutes: number }[],
): Promise<void> {
  const last = addDays(tunisDay(now()), bookableDays)
  const grid = await grids.find(teacherId)
  for (const slot of slots) {
    if (instantOf(slot.date, slot.hour) <= now()) throw problem('slot-past')
    if (slot.date > last || !isOffered(grid, slot)) throw problem('slot-not-offered')
  }
}

async function refuse(sessions: Sessions, parties: Parties, planned: readonly Lesson[], by: string) {
  const learner = learnerOf(parties.connection)
  for (const lesson of planned) {
    const refused = wishRefusal(lesson, learner)
    if (refused?.slug === 'lesson-too-long' && learner.minor)
      await tellOfAttempt(sessions, parties, { by, lesson, maxMinutes: refused.minutes })
    if (refused) throw refusalProblem(refused)
  }
  const slots = planned.map(({ startsAt, durationMinutes }) => ({ ...tunisClock(startsAt), durationMinutes }))
  await refuseSlot(sessions, parties.connection.teacherId, slots)
}

export function refusalProblem(refused: WishRefusal): Problem {
  if (refused.slug !== 'lesson-too-long') return problem(refused.slug)
  return problem('lesson-too-long', { params: { minutes: String(refused.minutes) } })
}

function planLessons(
  { connection }: Parties,
  wish: Booked,
  { by, token, now }: { by: string; token: string; now: Date },
): Lesson[] {
  const { date, hour, weeks, durationMinutes, type, parentPresent } = wish
  const { _id: connectionId, teacherId, studentId, childId, partyIds, subject } = connection
  return seriesDates(date, weeks).map((day) => {
    const startsAt = instantOf(day, hour)
    const reminder = reminderAfter(startsAt, now)
    return {
      _id: randomUUID(),
      ...{ connectionId, teacherId, studentId, childId, partyIds, subject },
      seriesId: weeks > 1 ? token : null,
      startsAt,
      endsAt: new Date(startsAt.getTime() + durationMinutes * 60_000),
      ...{ durationMinutes, type, parentPresent },
      place: type === 'faceToFace' ? wish.place.trim() : '',
      meetingLink: type === 'online' ? wish.meetingLink.trim() : '',
      status: 'upcoming',
      reason: '',
      cause: null,
      bookedBy: by,
      bookedAt: now,
      completedAt: null,
      reportDueAt: null,
      revision: 0,
      token,
      remindAt: reminder?.at ?? null,
      remindKind: reminder?.kind ?? null,
    }
  })
}

/** product.md §5: an over-long booking attempt with a minor raises an alert; one a day says as much as many. */
async function tellOfAttempt(
  { outbox, models, now }: Sessions,
  { connection }: Parties,
  { by, lesson, maxMinutes }: { by: string; lesson: Lesson; maxMinutes: number },
): Promise<void> {
  const at = now()
  const { _id: connectionId, teacherId, studentId, childId, guardianIds } = connection
  const attemptId = `${connectionId}.${tunisDay(at)}`
  const data = {
    ...{ attemptId, connectionId, teacherId, guardianIds, by, maxMinutes },
    ...(studentId && { studentId }),
    ...(childId && { childId }),
    durationMinutes: lesson.durationMinutes,
    at: at.toISOString(),
  }
  await inserted(
    outbox.insert(models.attempts, { _id: attemptId, at }, { type: 'session.over-long-attempted', data }),
  )
}
