import type { Group } from '../groups/group.ts'
import { type Claim, claimsOf, claimsOfGroup, connectionClaim, seatClaim } from '../hours/claim.ts'
import { endOf } from '../hours/hours.ts'
import type { Lesson, Move } from '../lessons/lesson.ts'

/**
 * A decision, committed in one write: all lessons of a series, the new hour of one lesson, a guardian's answer, or a
 * group hour. Any process that finds it open completes it. `void` keeps the id of a booking that must not be
 * committed any more.
 */
export type Booking = {
  _id: string
  kind: 'book' | 'move' | 'answer' | 'group' | 'void'
  lessons?: Lesson[]
  group?: Group
  move?: Move & { lessonId: string }
  /** Claims of the hours that a move leaves. */
  release?: Pick<Claim, '_id' | 'token'>[]
  /** Of an answer: the booking or move that proposed the lessons. */
  proposal?: string
  agreed?: boolean
  parentPresent?: boolean
  /** Empty for automatic refusals without an answer in time; absent in a `void` one. */
  by?: string
  at: Date
  /** Set until it was carried out. Then `lessons`, `group`, `move` and `release` are removed, too. */
  openAt?: Date
}

/** By a guardian, or automatic with an empty `by`. */
export type Answer = { token: string; agreed: boolean; parentPresent: boolean; by: string }

export function bookingOf(
  lessons: Lesson[],
  { token, by, at }: { token: string; by: string; at: Date },
): { booking: Booking; wanted: Claim[] } {
  return {
    booking: { _id: token, kind: 'book', lessons, by, at, openAt: at },
    wanted: [
      ...claimsOf(lessons, token, at),
      ...lessons.slice(0, 1).map(({ connectionId }) => connectionClaim(connectionId, token, at)),
    ],
  }
}

/** @param number of the seat; another one is tried when it is taken */
export function seatOf(
  seat: Lesson,
  { by, at, number }: { by: string; at: Date; number: number },
): { booking: Booking; wanted: Claim[] } {
  const { token } = seat
  return {
    booking: { _id: token, kind: 'book', lessons: [seat], by, at, openAt: at },
    wanted: [
      ...claimsOf([seat], token, at),
      seatClaim(seat, number, at),
      connectionClaim(seat.connectionId, token, at),
    ],
  }
}

export function offerOf(group: Group, at: Date): { booking: Booking; wanted: Claim[] } {
  const { token, teacherId: by } = group
  return {
    booking: { _id: token, kind: 'group', group, by, at, openAt: at },
    wanted: claimsOfGroup(group, token, at),
  }
}

type NewHour = { startsAt: Date; proposedUntil: Date | null }

/** @param held the claims that the lesson has now: hours that both places share are kept and not taken again */
export function moveOf(
  lesson: Lesson,
  { startsAt, proposedUntil }: NewHour,
  { token, by, at, held }: { token: string; by: string; at: Date; held: readonly Claim[] },
): { booking: Booking; wanted: Claim[] } {
  const own = new Set(claimsOf([lesson], token, at).map(({ _id }) => _id))
  const next = claimsOf([{ ...lesson, startsAt }], token, at)
  const kept = new Set(next.map(({ _id }) => _id))
  const release = held.filter(({ _id }) => own.has(_id) && !kept.has(_id))
  const move = {
    lessonId: lesson._id,
    revision: lesson.revision,
    startsAt,
    endsAt: endOf(startsAt, lesson.durationMinutes),
    proposedUntil,
  }
  const booking = {
    ...({ _id: token, kind: 'move', move, by, at, openAt: at } as const),
    release: release.map(({ _id, token: earlier }) => ({ _id, token: earlier })),
  }
  return { booking, wanted: next.filter(({ _id }) => !own.has(_id)) }
}

/** One answer counts: its id is made of the proposal's token, so a second answer is a duplicate key. */
export function answerOf({ token, agreed, parentPresent, by }: Answer, at: Date): Booking {
  return {
    _id: `${token}.answer`,
    kind: 'answer',
    proposal: token,
    ...{ agreed, parentPresent, by, at, openAt: at },
  }
}
