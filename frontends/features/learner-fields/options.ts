import { type ChoiceTable, choiceFrom, keysOf } from '@darsi/contracts/reference/choices.ts'
import { hasSection, subjectsTaught } from '@darsi/contracts/reference/curriculum.ts'
import type { Language } from '@darsi/contracts/reference/languages.ts'
import { gradeKeys, gradeLabel, isEducationLevel } from '@darsi/contracts/reference/levels.ts'
import { type Subject, subjectLabel } from '@darsi/contracts/reference/subjects.ts'

/** Converts a table of the contracts into the options of a control. */
export const optionsOf = <Key extends string>(table: ChoiceTable<Key>, language: Language) =>
  keysOf(table).map((value) => ({ value, label: table[value]?.[language] ?? value }))

export const subjectOptions = <S extends Subject>(subjects: readonly S[], language: Language) =>
  subjects.map((value) => ({ value, label: subjectLabel(value, language) }))

type School = { level: string; grade: string; section: string }

/** The same; subjects of the level or section come first. */
export function schoolSubjectOptions<S extends Subject>(
  subjects: readonly S[],
  { level, grade, section }: School,
  language: Language,
) {
  const taught = subjectsTaught(level, hasSection(grade) ? section : '')
  const rank = (subject: Subject) => (taught.includes(subject) ? taught.indexOf(subject) : taught.length)
  return subjectOptions(
    [...subjects].sort((a, b) => rank(a) - rank(b)),
    language,
  )
}

/** A key or label in the page's language. Unknown values are shown unchanged. */
export function labelOf(table: ChoiceTable, word: string, language: Language): string {
  const key = choiceFrom(table, word)
  return (key !== null && table[key]?.[language]) || word
}

/** spec §4: the grades of a level. */
export const gradeOptions = (level: string, language: Language) =>
  isEducationLevel(level)
    ? gradeKeys(level).map((value) => ({ value, label: gradeLabel(value, language) }))
    : []
