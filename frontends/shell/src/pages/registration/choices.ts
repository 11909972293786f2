import type { Language } from '@darsi/contracts/reference/languages.ts'
import { type EducationLevel, gradeKeys, gradeLabel } from '@darsi/contracts/reference/levels.ts'
import { type Subject, subjectLabel } from '@darsi/contracts/reference/subjects.ts'

export const subjectOptions = <S extends Subject>(subjects: readonly S[], language: Language) =>
  subjects.map((value) => ({ value, label: subjectLabel(value, language) }))

/** spec §4: the grades of a level. */
export const gradeOptions = (level: EducationLevel | '', language: Language) =>
  level === '' ? [] : gradeKeys(level).map((value) => ({ value, label: gradeLabel(value, language) }))
