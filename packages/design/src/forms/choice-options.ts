import { type ChoiceTable, keysOf } from '@darsi/contracts/reference/choices.ts'
import type { Language } from '@darsi/contracts/reference/languages.ts'
import { gradeKeys, gradeLabel, isEducationLevel } from '@darsi/contracts/reference/levels.ts'
import { type Subject, subjectLabel } from '@darsi/contracts/reference/subjects.ts'

/** Converts a table of the contracts into the options of a control. */
export const optionsOf = <Key extends string>(table: ChoiceTable<Key>, language: Language) =>
  keysOf(table).map((value) => ({ value, label: table[value]?.[language] ?? value }))

/** Subjects as the options of a control, in the order given. */
export const subjectOptions = <S extends Subject>(subjects: readonly S[], language: Language) =>
  subjects.map((value) => ({ value, label: subjectLabel(value, language) }))

/** spec §4: the grades of a level. */
export const gradeOptions = (level: string, language: Language) =>
  isEducationLevel(level)
    ? gradeKeys(level).map((value) => ({ value, label: gradeLabel(value, language) }))
    : []
