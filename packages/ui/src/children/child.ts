import type { Api } from '@darsi/contracts/api.ts'
import { type ChoiceTable, choiceFrom } from '@darsi/contracts/choices.ts'
import type { Language } from '@darsi/contracts/languages.ts'
import {
  childLevels,
  educationalPrograms,
  gradeFrom,
  gradeLabel,
  schoolTypes,
} from '@darsi/contracts/levels.ts'
import { birthYearOfAge, tunisianYear } from '@darsi/contracts/registration-rules.ts'
import { maxChildAge, minChildAge } from '@darsi/contracts/role-data-rules.ts'
import { subjectWords } from '../teachers/teacher-words.ts'

export type Child = Api['GET /children']['answer']['data'][number]

export const oldestYear = (today: Date): number => birthYearOfAge(maxChildAge, today)
export const youngestYear = (today: Date): number => birthYearOfAge(minChildAge, today)

/** A child's keys in the words of the page; what is unknown stays as it was written. */
export function childWords(child: Child, language: Language, today: Date) {
  const level = choiceFrom(childLevels, child.educationLevel)
  const grade = level && gradeFrom(level, child.grade)
  return {
    age: child.birthYear === null ? null : tunisianYear(today) - child.birthYear,
    level: labelOf(childLevels, child.educationLevel, language),
    grade: grade ? gradeLabel(grade, language) : child.grade,
    schoolType: labelOf(schoolTypes, child.schoolType, language),
    program: labelOf(educationalPrograms, child.educationalProgram, language),
    subjects: child.subjects.map((subject) => subjectWords(subject, language)),
  }
}

function labelOf(table: ChoiceTable, word: string, language: Language): string {
  const key = choiceFrom(table, word)
  return (key !== null && table[key]?.[language]) || word
}
