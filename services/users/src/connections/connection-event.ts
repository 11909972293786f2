import type { EventInput } from '@darsi/contracts/events/events.ts'
import { guardianContacts, personOf } from '../profiles/profile.ts'
import type { Connection, MoveType } from './connection.ts'
import type { Parties } from './connection-parties.ts'

type EventDetails = {
  type: MoveType | 'connection.requested'
  by?: string | undefined
  /** A guardian let the held message through. */
  released?: true | undefined
  at: Date
  /** Names of teachers whom the learner could ask instead. */
  instead?: readonly string[]
}

/** The whole connection after the change, with the names that mails and other services' lists show. */
export function connectionEvent(
  connection: Connection,
  parties: Parties,
  { type, by, released, at, instead = [] }: EventDetails,
): EventInput {
  const { _id, status, teacherId, studentId, childId, guardianIds, requesterId, subject, minor } = connection
  const {
    learnerBirthYear,
    learnerLevel,
    videoWithdrawn,
    blockedBy,
    needs,
    flags,
    adminReviewedAt,
    requestedAt,
    decidedAt,
    message,
    note,
  } = connection
  const { pause } = connection
  const { teacher, student, child, guardians } = parties
  const language = guardians[0]?.language ?? ('en' as const)
  return {
    type,
    data: {
      connectionId: _id,
      status,
      teacherId,
      ...(studentId && { studentId }),
      ...(childId && { childId }),
      guardianIds,
      requesterId,
      subject,
      minor,
      learnerBirthYear,
      ...(learnerLevel && { learnerLevel }),
      needs,
      ...(videoWithdrawn && { videoWithdrawn }),
      ...(blockedBy.length > 0 && { blockedBy }),
      flags,
      ...(by && { by }),
      ...(adminReviewedAt && { adminReviewedAt: adminReviewedAt.toISOString() }),
      ...(pause && { stoppedAt: pause.stoppedAt.toISOString() }),
      ...(pause?.pausedFor && { pausedFor: pause.pausedFor }),
      ...(released && { released }),
      requestedAt: requestedAt.toISOString(),
      decidedAt: decidedAt?.toISOString() ?? null,
      at: at.toISOString(),
    },
    personal: {
      teacher: personOf(teacher),
      student: student ? personOf(student) : { fullName: child?.firstName ?? '', language },
      guardians: guardianContacts(guardians),
      message,
      note,
      ...(instead.length > 0 && { alternatives: [...instead] }),
    },
  }
}

/** The state of a connection as the event that led to it, with the time of that event. */
export function connectionState(connection: Connection, parties: Parties): EventInput {
  const { status, requestedAt, remindedAt, decidedAt, pause } = connection
  const isPending = status === 'pending'
  const type = isPending ? ('connection.requested' as const) : (`connection.${status}` as const)
  const at = (isPending ? remindedAt : status === 'suspended' ? pause?.since : decidedAt) ?? requestedAt
  return connectionEvent(connection, parties, { type, at })
}
