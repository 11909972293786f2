import type { Api } from '@darsi/contracts/calls/api.ts'
import { choiceFrom } from '@darsi/contracts/reference/choices.ts'
import { bacSectionLabel } from '@darsi/contracts/reference/curriculum.ts'
import type { Language } from '@darsi/contracts/reference/languages.ts'
import { educationLevels, gradeFrom, gradeLabel } from '@darsi/contracts/reference/levels.ts'
import type { Tone } from '@darsi/design/feedback/badge.tsx'
import type { Translate } from '@darsi/design/i18n/catalogue.ts'

export type Connection = Api['GET /connections']['answer']['data'][number]
export type Move = Connection['actions'][number]

export const tones: Readonly<Record<Connection['status'], Tone>> = {
  pending: 'warning',
  approved: 'success',
  suspended: 'warning',
  declined: 'danger',
  cancelled: 'neutral',
  expired: 'neutral',
  ended: 'neutral',
}

// `as`: Object.keys forgets the names of the object it is given
export const statuses = Object.keys(tones) as readonly Connection['status'][]

/**
 * The other side, as the one who looks sees it: a teacher sees the learner, everyone else the teacher.
 * @param someone for a minor's name that a closed connection no longer tells
 */
export const otherName = (
  { teacher, student }: Connection,
  asTeacher: boolean,
  someone: Translate<'someLearner'>,
): string => (asTeacher ? student.name || someone('someLearner') : teacher.name)

const parts = [
  ['teacher', 'needsTeacher'],
  ['guardian', 'needsGuardian'],
  ['admin', 'needsAdmin'],
] as const

/** Whose word is waited for, as keys of the texts. */
export const waitedFor = (needs: Connection['needs']) =>
  parts.flatMap(([part, words]) => (needs[part] === 'waiting' ? [words] : []))

/** "Secondary, 3rd Secondary" in the words of the page; what is unknown stays as it was written. */
export function learnerLevel(
  { educationLevel, grade, section }: Pick<Connection['student'], 'educationLevel' | 'grade' | 'section'>,
  language: Language,
  separator: string,
): string {
  const level = choiceFrom(educationLevels, educationLevel)
  const known = level && gradeFrom(level, grade)
  return [
    level === null ? educationLevel : educationLevels[level][language],
    known ? gradeLabel(known, language) : grade,
    bacSectionLabel(section, language),
  ]
    .filter((word) => word !== '')
    .join(separator)
}
