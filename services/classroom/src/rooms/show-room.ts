import type { Attendance, Classroom } from '@darsi/contracts/calls/classroom/classroom-api.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import type { MediaEngine } from '../media/engine.ts'
import { nameFor, type Party } from '../parties/party.ts'
import { liveSecondsOf, proposalOf, secondsOf, staysOf } from './attendance.ts'
import { mayWrite, rightsOf } from './rights.ts'
import { ageBandOf, closesAt, heldUntil, lacksOf, partOf, type Roster } from './room.ts'
import type { RoomContext } from './room-store.ts'
import { lineOf } from './seat-store.ts'

/** The room for one of its people. @throws problem `not-found` for other people */
export function showRoom(
  current: RoomContext,
  viewerId: string,
  engine: Pick<MediaEngine, 'state'>,
): Classroom {
  const { room, party, present, at } = current
  const { roster } = party
  const part = partOf(roster, viewerId)
  if (!part) throw problem('not-found')
  const isWaiting = room.state === 'lobby' || room.state === 'held'
  return {
    ...{ sessionId: room._id, connectionId: room.connectionId, subject: room.subject, part },
    ...{ state: room.state, holdCause: room.holdCause, endCause: room.endCause },
    lacks: isWaiting ? lacksOf(room, roster, present) : [],
    ageBand: ageBandOf(room, roster),
    startsAt: room.startsAt.toISOString(),
    endsAt: (room.endedAt ?? closesAt(room)).toISOString(),
    heldUntil: heldUntil(room)?.toISOString() ?? null,
    liveSince: room.liveSince?.toISOString() ?? null,
    now: at.toISOString(),
    rights: rightsOf(room, roster, part),
    people: peopleOf(current, viewerId),
    boardPages: room.pages.map((id, index) => ({ id, number: index + 1 })),
    media: engine.state(),
    version: room.rev,
  }
}

function peopleOf(current: RoomContext, viewerId: string): Classroom['people'] {
  const { room, party, seats, present, at } = current
  return partiesOf(party.roster).map(({ userId, part }) => ({
    ...{ userId, part, name: nameFor(party, userId, viewerId) },
    present: room.state !== 'ended' && present.has(userId),
    mayWrite: mayWrite(room, party.roster, part),
    handRaised: room.hands.includes(userId),
    line: lineOf(seats, userId, at),
  }))
}

/** Attendance for each of the parties. @throws problem `not-found` for other people */
export function showAttendance({ room, party, seats, at }: RoomContext, viewerId: string): Attendance {
  if (!partOf(party.roster, viewerId)) throw problem('not-found')
  const until = room.endedAt ?? at
  return {
    sessionId: room._id,
    liveSeconds: liveSecondsOf(room, until),
    people: partiesOf(party.roster).map(({ userId, part }) => {
      const own = seats.filter((seat) => seat.userId === userId)
      const stays = staysOf(own)
      return {
        ...{ userId, part, name: nameFor(party, userId, viewerId), seconds: secondsOf(stays) },
        intervals: stays.map(({ from, to }) => ({ from: from.toISOString(), to: to.toISOString() })),
        line: sumOf(own.map(({ line }) => line)),
      }
    }),
    proposal: proposalOf(room, party.roster, seats, until),
  }
}

/** Everyone of a lesson by full name, also suspended accounts: for administrators. */
export const namedParties = (party: Party) =>
  partiesOf({ ...party.roster, blocked: [] }).map(({ userId, part }) => ({
    ...{ userId, part, name: nameFor(party, userId, '') },
  }))

const sumOf = (lines: readonly Attendance['people'][number]['line'][]) => ({
  good: lines.reduce((sum, { good }) => sum + good, 0),
  poor: lines.reduce((sum, { poor }) => sum + poor, 0),
  lost: lines.reduce((sum, { lost }) => sum + lost, 0),
})

/** Everyone who may be in the room, present or not. */
function partiesOf(roster: Roster) {
  const { teacherId, studentId, guardianIds } = roster
  const userIds = [...new Set([teacherId, ...(studentId ? [studentId] : []), ...guardianIds])]
  return userIds.flatMap((userId) => {
    const part = partOf(roster, userId)
    return part ? [{ userId, part }] : []
  })
}
