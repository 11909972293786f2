import { type ChoiceTable, keysOf } from '@darsi/contracts/choices.ts'
import type { Language } from '@darsi/contracts/languages.ts'
import { gradeKeys, gradeLabel, isEducationLevel } from '@darsi/contracts/levels.ts'
import { type Subject, subjectLabel } from '@darsi/contracts/subjects.ts'

/** A table of the contracts as the options of a control. */
export const optionsOf = <Key extends string>(table: ChoiceTable<Key>, language: Language) =>
  keysOf(table).map((value) => ({ value, label: table[value]?.[language] ?? value }))

export const subjectOptions = <S extends Subject>(subjects: readonly S[], language: Language) =>
  subjects.map((value) => ({ value, label: subjectLabel(value, language) }))

/** spec §4: the grades depend on the level. */
export const gradeOptions = (level: string, language: Language) =>
  isEducationLevel(level)
    ? gradeKeys(level).map((value) => ({ value, label: gradeLabel(value, language) }))
    : []
