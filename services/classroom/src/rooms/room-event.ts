import type { EventInput } from '@darsi/contracts/events/events.ts'
import { partOf, type Roster } from '../parties/roster.ts'
import { liveSecondsOf, proposalOf } from './attendance.ts'
import type { Moved, Room } from './room.ts'
import type { Seat } from './seat.ts'

type About = { roster: Roster | null; seats: readonly Seat[]; at: Date }

/** The event of a step. @param room as it is after the step */
export function roomEvent(room: Room, { happened, by }: Moved, { roster, seats, at }: About): EventInput {
  const ids = {
    sessionId: room._id,
    connectionId: room.connectionId,
    teacherId: roster?.teacherId ?? room.teacherId,
    ...(roster?.studentId && { studentId: roster.studentId }),
    ...(roster?.childId && { childId: roster.childId }),
    guardianIds: [...(roster?.guardianIds ?? [])],
    minor: roster?.minor ?? false,
    at: at.toISOString(),
  }
  switch (happened.type) {
    case 'classroom.opened':
    case 'participant.joined':
    case 'participant.left': {
      const part = (roster && partOf({ ...roster, blocked: [] }, happened.userId)) ?? 'guardian'
      return { type: happened.type, data: { ...ids, userId: happened.userId, part } }
    }
    case 'participant.admitted':
      return { type: happened.type, data: { ...ids, by: by ?? ids.teacherId, userIds: room.present } }
    case 'guardian.absent':
      return { type: happened.type, data: ids }
    case 'lesson.held':
      return { type: happened.type, data: { ...ids, by: by ?? ids.teacherId } }
    case 'lesson.resumed':
      return { type: happened.type, data: { ...ids, ...(by && { by }) } }
    case 'classroom.ended': {
      const proposal = roster ? proposalOf(room, roster, seats, room.endedAt ?? at) : null
      const liveSeconds = liveSecondsOf(room, at)
      return {
        type: happened.type,
        data: { ...ids, cause: happened.cause, ...(by && { by }), liveSeconds, proposal },
      }
    }
  }
}
