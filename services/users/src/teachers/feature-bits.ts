import { keysOf } from '@darsi/contracts/reference/choices.ts'
import { type BacSection, bacSectionKeys } from '@darsi/contracts/reference/curriculum.ts'
import { teachingLanguages } from '@darsi/contracts/reference/languages.ts'
import { educationLevels, sessionTypes } from '@darsi/contracts/reference/levels.ts'
import { teacherSubjects } from '@darsi/contracts/reference/subjects.ts'
import { type Teacher, teachesSection } from './teacher.ts'

/** Keys as bits of one word, so that a filter with several keys is one comparison. Bit 0 is left for `fullBit`. */
function word<Key extends string>(keys: readonly Key[]) {
  if (keys.length > 31) throw new Error('more keys than a word has bits')
  return (chosen: readonly (Key | undefined)[]): number =>
    chosen.reduce((bits, key) => (key === undefined ? bits : bits | (2 << keys.indexOf(key))), 0)
}
export const taughtBits = word([...teacherSubjects, ...keysOf(educationLevels)])
/** Prefixed, because some sections have the same keys as subjects. */
export const sectionKey = (section: BacSection) => `bac-${section}` as const
export const offeredBits = word([
  ...teachingLanguages,
  ...keysOf(sessionTypes),
  ...bacSectionKeys.map(sectionKey),
  'public',
])
/** Set for a teacher without a free place. */
export const fullBit = 1

/** Languages, session types and sections of a teacher, and whether visitors may find the teacher. */
export const offersOf = (teacher: Teacher): number =>
  offeredBits([
    ...teacher.languages,
    ...teacher.sessionTypes,
    ...bacSectionKeys.filter((section) => teachesSection(teacher, section)).map(sectionKey),
    teacher.pageSlug === null ? undefined : 'public',
  ])
