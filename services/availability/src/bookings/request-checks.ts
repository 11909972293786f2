import { tunisClock } from '@darsi/contracts/reference/tunis-time.ts'
import type { Outbox } from '@darsi/kit/events/outbox.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import type { Collection } from '@darsi/kit/mongo/collection.ts'
import { noticeMsOf } from '../grid/grid.ts'
import type { GridStore } from '../grid/grid-store.ts'
import { type Offer, refuseSlot, type Slot } from '../hours/offered.ts'
import type { Lesson } from '../lessons/lesson.ts'
import { isMeetingLink } from '../lessons/meeting-link.ts'
import { refusalProblem, wishRefusal } from '../lessons/wish.ts'
import { type ConnectionRow, learnerOf } from '../parties/party.ts'
import type { PeriodStore } from '../periods/period-store.ts'
import { type AttemptDocument, reportAttempt } from './over-long-attempt.ts'

type Parts = {
  grids: Pick<GridStore, 'find'>
  periods: Pick<PeriodStore, 'between'>
  attempts: Collection<AttemptDocument>
  outbox: Outbox
  /** Hosts that a meeting link may lead to. */
  meetingHosts: readonly string[]
}
export type RequestChecks = ReturnType<typeof createRequestChecks>

/** Whether an hour is offered, and whether this lesson may be held then. Each refusal is a problem of the contract. */
export function createRequestChecks(parts: Parts) {
  /** The grid of a teacher with the holidays and special hours of these days. */
  const offerOf = async (teacherId: string, dates: readonly string[]): Promise<Offer> => {
    const [first = '', ...later] = [...dates].sort()
    const [grid, periods] = await Promise.all([
      parts.grids.find(teacherId),
      parts.periods.between(first, later.at(-1) ?? first),
    ])
    return { grid, periods }
  }
  const offerFor = (teacherId: string, slots: readonly Slot[]) =>
    offerOf(
      teacherId,
      slots.map(({ date }) => date),
    )
  /** For a group hour, which is offered a day before. */
  const refuseHours = async (teacherId: string, slots: readonly Slot[], at: Date): Promise<void> =>
    refuseSlot(await offerFor(teacherId, slots), slots, at)
  /** Also hours that come sooner than the teacher's notice. */
  const refuseSlots = async (teacherId: string, slots: readonly Slot[], at: Date): Promise<void> => {
    const offer = await offerFor(teacherId, slots)
    refuseSlot(offer, slots, at, noticeMsOf(offer.grid))
  }
  /** The link may be empty and follow later, or the lesson is held in the classroom. */
  const refuseLink = (link: string): void => {
    if (link !== '' && !isMeetingLink(link, parts.meetingHosts)) throw problem('meeting-link-invalid')
  }

  return {
    offerOf,
    refuseHours,
    refuseSlots,
    refuseLink,
    refuseLessons: async (
      connection: ConnectionRow,
      planned: readonly Lesson[],
      { by, at }: { by: string; at: Date },
    ): Promise<void> => {
      const learner = learnerOf(connection)
      for (const lesson of planned) {
        const refusal = wishRefusal(lesson, learner)
        if (refusal?.slug === 'lesson-too-long' && learner.minor) {
          const { durationMinutes } = lesson
          await reportAttempt(parts, connection, { by, durationMinutes, maxMinutes: refusal.minutes, at })
        }
        if (refusal) throw refusalProblem(refusal)
        refuseLink(lesson.meetingLink)
      }
      const slots = planned.map(({ startsAt, durationMinutes }) => ({
        ...tunisClock(startsAt),
        durationMinutes,
      }))
      await refuseSlots(connection.teacherId, slots, at)
    },
  }
}
