import type { AttendanceProposal } from '@darsi/contracts/calls/classroom/classroom-api.ts'
import { noShowAfterMs } from '@darsi/contracts/rules/lesson-times.ts'
import type { Roster } from '../parties/roster.ts'
import { heldMsOf, type Room } from './room.ts'
import type { Seat, Stay } from './seat.ts'

/** When a person was in the room, in any tab: stays that touch or overlap are joined. */
export function staysOf(seats: readonly Seat[]): Stay[] {
  const all = seats.flatMap(({ stays, since, seenAt }) => [
    ...stays,
    ...(since && seenAt ? [{ from: since, to: seenAt }] : []),
  ])
  const merged: Stay[] = []
  for (const stay of all.sort((a, b) => a.from.getTime() - b.from.getTime())) {
    const last = merged.at(-1)
    if (last && stay.from <= last.to) last.to = new Date(Math.max(last.to.getTime(), stay.to.getTime()))
    else merged.push({ ...stay })
  }
  return merged
}

export function secondsOf(stays: readonly Stay[]): number {
  return Math.round(stays.reduce((sum, { from, to }) => sum + (to.getTime() - from.getTime()), 0) / 1000)
}

/** Milliseconds in which the room was live, up to now. */
export function liveSecondsOf({ liveMs, liveFrom }: Room, at: Date): number {
  return Math.round((liveMs + (liveFrom ? Math.max(0, at.getTime() - liveFrom.getTime()) : 0)) / 1000)
}

/**
 * What attendance suggests about the lesson; the parties decide. Null while it is not over, or without a suggestion.
 */
export function proposalOf(
  room: Room,
  roster: Pick<Roster, 'teacherId' | 'studentId' | 'guardianIds'>,
  seats: readonly Seat[],
  at: Date,
): AttendanceProposal | null {
  const planned = room.lessonEndsAt.getTime() - room.startsAt.getTime()
  if (liveSecondsOf(room, at) * 1000 >= planned / 2) return 'completed'
  const isOver = room.state === 'ended' || at >= room.lessonEndsAt
  if (isOver && heldMsOf(room, at) >= planned / 2) return 'not-held'
  if (at.getTime() < room.startsAt.getTime() + noShowAfterMs || room.liveSince) return null
  const came = (userIds: readonly string[]) =>
    seats.some(({ userId, seenAt }) => seenAt !== null && userIds.includes(userId))
  const teacher = came([roster.teacherId])
  const learner = came(roster.studentId ? [roster.studentId] : roster.guardianIds)
  // both waited for somebody, for example for the parent of a young child
  if (teacher && learner) return isOver ? 'not-held' : null
  if (teacher === learner) return null
  return teacher ? 'learner-missing' : 'teacher-missing'
}
