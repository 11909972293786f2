import type { EventInput } from '@darsi/contracts/events.ts'
import type { Profile } from '../profile.ts'
import type { Connection, MoveType } from './connection.ts'
import type { Parties } from './parties.ts'

type Told = { type: MoveType | 'connection.requested'; by?: string | undefined; at: Date }

/** A connection as it is after the event, with the people that mails and other services' lists name. */
export function connectionEvent(
  connection: Connection,
  parties: Parties,
  { type, by, at }: Told,
): EventInput {
  const { _id, status, teacherId, studentId, childId, guardianIds, requesterId, subject, minor } = connection
  const { learnerBirthYear, videoWithdrawn, needs, flags, adminReviewedAt, requestedAt, message, note } =
    connection
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
      needs,
      ...(videoWithdrawn && { videoWithdrawn }),
      flags,
      ...(by && { by }),
      ...(adminReviewedAt && { adminReviewedAt: adminReviewedAt.toISOString() }),
      requestedAt: requestedAt.toISOString(),
      at: at.toISOString(),
    },
    personal: {
      teacher: personOf(parties.teacher),
      student: learnerOf(parties),
      guardians: parties.guardians.map((guardian) => ({ userId: guardian._id, ...personOf(guardian) })),
      message,
      note,
    },
  }
}

function learnerOf({ student, child, guardians }: Parties) {
  if (student) return personOf(student)
  return { fullName: child?.firstName ?? '', language: guardians[0]?.language ?? ('en' as const) }
}

/** Empty for an account that is gone: nobody writes to it. */
function personOf(profile: Profile | null) {
  const { email = '', fullName = '', language = 'en' as const } = profile ?? {}
  return { email, fullName, language }
}
