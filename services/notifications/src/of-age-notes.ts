import type { DarsiEvent } from '@darsi/contracts/events.ts'
import type { Note } from './note.ts'

/** Who learns that a learner is an adult: the learner and the guardians, or those who pass the link on. */
export function ofAgeNotes({ data, personal }: DarsiEvent<'learner.came-of-age'>): Note[] {
  const { student, studentName, guardians, token } = personal
  const params = { student: studentName }
  const isOptional = false
  const toGuardians = (kind: 'take-over' | 'of-age-guardian', path?: string) =>
    guardians.map(({ userId, ...to }) => ({
      ...{ userId, to, params, isOptional },
      ...{ notice: kind, mail: kind, ...(path && { path }) },
    }))
  if (token) return toGuardians('take-over', `/take-over?token=${token}`)
  const own =
    student && data.studentId
      ? [
          {
            userId: data.studentId,
            notice: 'of-age',
            mail: 'of-age',
            to: student,
            params,
            isOptional,
          } as const,
        ]
      : []
  return [...own, ...toGuardians('of-age-guardian')]
}
