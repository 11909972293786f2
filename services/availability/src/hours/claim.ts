import { hoursOf } from './hours.ts'

/** One hour of one person, which only one lesson may have: the unique `_id` prevents double bookings. */
export type Claim = {
  _id: string
  /** The lesson, or the group of the teacher's own claim. */
  lessonId: string
  /** The booking or move that took it. */
  token: string
  hourAt: Date
  at: Date
  /** Set until the booking was carried out. */
  openAt?: Date
}

/** What a lesson says about its hours and their owners. */
type Owned = {
  _id: string
  /** Of a seat in a group hour. */
  groupId: string | null
  teacherId: string
  studentId: string | null
  childId: string | null
  startsAt: Date
  durationMinutes: number
}

/** The claims that lessons need. Sorted, so that all bookings take hours in the same order and never block each other. */
export function claimsOf(lessons: readonly Owned[], token: string, at: Date): Claim[] {
  const claims = lessons.flatMap((lesson) =>
    hoursOf(lesson).flatMap((hourAt) =>
      ownersOf(lesson).map((owner) => ({
        _id: `${hourAt.toISOString()}.${owner}`,
        lessonId: lesson._id,
        token,
        hourAt,
        at,
      })),
    ),
  )
  return claims.sort((a, b) => (a._id < b._id ? -1 : 1))
}

function ownersOf({ groupId, teacherId, studentId, childId }: Owned): string[] {
  const learners = [studentId, childId].filter((id) => id !== null)
  // the teacher's hour belongs to the group
  return [...(groupId ? [] : [`t.${teacherId}`]), ...learners.map((id) => `u.${id}`)]
}

/** The hours of the teacher, which a group takes once for all its learners. */
export const claimsOfGroup = (
  group: Omit<Owned, 'groupId' | 'studentId' | 'childId'>,
  token: string,
  at: Date,
) => claimsOf([{ ...group, groupId: null, studentId: null, childId: null }], token, at)

/** One booking of a connection at a time, so that two at once cannot exceed what may lie ahead. */
export const connectionClaim = (connectionId: string, token: string, at: Date): Claim => ({
  _id: `c.${connectionId}`,
  ...{ lessonId: `c.${connectionId}`, token, hourAt: at, at },
})

export const isOfConnection = ({ _id }: Pick<Claim, '_id'>): boolean => _id.startsWith('c.')

/** One numbered seat of a group: as with an hour, only one lesson may have it. */
export const seatClaim = (seat: Owned & { token: string }, number: number, at: Date): Claim => ({
  _id: `seat.${seat.groupId}.${number}`,
  ...{ lessonId: seat._id, token: seat.token, hourAt: seat.startsAt, at },
})
