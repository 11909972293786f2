import type { ClassroomPart, ClassroomRights } from '@darsi/contracts/calls/classroom/classroom-api.ts'
import type { Roster } from '../parties/roster.ts'
import { mayAdmit, type Room } from './room.ts'

/** A person's rights in the room now: used for answers, board sockets and media tokens. */
export function rightsOf(room: Room, roster: Roster, part: ClassroomPart): ClassroomRights {
  const isLive = room.state === 'live'
  const isTeacher = part === 'teacher'
  return {
    speak: isLive,
    // spec §9: only the teacher shares a screen with a minor
    shareScreen: isLive && isTeacher,
    write: mayWrite(room, roster, part),
    admit: mayAdmit(room, part),
    hold: isLive && part !== 'learner',
    end: room.state !== 'ended' && part !== 'learner',
    giveRights: isTeacher && room.state !== 'ended',
  }
}

/** On hold the board is read-only. The teacher may prepare it in the lobby. */
export function mayWrite(room: Room, roster: Roster, part: ClassroomPart): boolean {
  if (part === 'teacher') return room.state === 'live' || room.state === 'lobby'
  if (room.state !== 'live' || !isLearner(roster, part)) return false
  return room.learnerMayWrite
}

/** A child without an account draws on the guardian's device. */
export function isLearner({ studentId }: Roster, part: ClassroomPart): boolean {
  return part === (studentId ? 'learner' : 'guardian')
}
