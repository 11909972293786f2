import type { Api } from '@darsi/contracts/calls/api.ts'
import { choiceFrom } from '@darsi/contracts/reference/choices.ts'
import { sectionLabel } from '@darsi/contracts/reference/curriculum.ts'
import { commaJoined } from '@darsi/contracts/reference/i18n/lists.ts'
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

// `as`: Object.keys loses the type of the keys
export const statuses = Object.keys(tones) as readonly Connection['status'][]

/**
 * The other side for this viewer: a teacher sees the learner, everyone else the teacher.
 * @param someone replaces a minor's name, which a closed connection no longer contains
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

/** Who has to answer first, as keys of the texts. */
export const waitedFor = (needs: Connection['needs']) =>
  parts.flatMap(([part, text]) => (needs[part] === 'waiting' ? [text] : []))

/** "Secondary, 3rd Secondary" in the page's language. Unknown values are shown unchanged. */
export function learnerLevel(
  { educationLevel, grade, section }: Pick<Connection['student'], 'educationLevel' | 'grade' | 'section'>,
  language: Language,
): string {
  const level = choiceFrom(educationLevels, educationLevel)
  const known = level && gradeFrom(level, grade)
  return commaJoined(
    [
      level === null ? educationLevel : educationLevels[level][language],
      known ? gradeLabel(known, language) : grade,
      sectionLabel(section, language),
    ],
    language,
  )
}
