import { type ChoiceTable, choiceFrom } from '@darsi/contracts/choices.ts'
import type { Language } from '@darsi/contracts/languages.ts'
import {
  childLevels,
  educationalPrograms,
  gradeFrom,
  gradeLabel,
  schoolTypes,
} from '@darsi/contracts/levels.ts'
import { subjectFrom, subjectLabel } from '@darsi/contracts/subjects.ts'

export type Child = {
  name: string
  age: number | null
  level: string
  grade: string
  schoolType: string
  program: string
  subjects: readonly string[]
}

/** The child named at registration, in the words of the page; null when there was none (spec §3 Registration payload). */
export function childOf(roleData: Readonly<Record<string, unknown>>, language: Language): Child | null {
  const text = (name: string) => textOf(roleData[name])
  if (text('childName') === '') return null
  const level = choiceFrom(childLevels, text('childEducationLevel'))
  const grade = level && gradeFrom(level, text('childGrade'))
  const subjects = Array.isArray(roleData['tutoringSubjects']) ? roleData['tutoringSubjects'].map(textOf) : []
  return {
    name: text('childName'),
    age: typeof roleData['childAge'] === 'number' ? roleData['childAge'] : null,
    level: labelOf(childLevels, text('childEducationLevel'), language),
    grade: grade ? gradeLabel(grade, language) : text('childGrade'),
    schoolType: labelOf(schoolTypes, text('schoolType'), language),
    program:
      text('otherEducationalProgram') || labelOf(educationalPrograms, text('educationalProgram'), language),
    subjects: subjects.map((word) => {
      const subject = subjectFrom(word)
      return subject === null ? word : subjectLabel(subject, language)
    }),
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '')

/** The label of a key or of a word in another language; what is unknown stays as it was written. */
function labelOf(table: ChoiceTable, word: string, language: Language): string {
  const key = choiceFrom(table, word)
  return (key !== null && table[key]?.[language]) || word
}
