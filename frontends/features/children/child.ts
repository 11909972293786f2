import type { Api } from '@darsi/contracts/calls/api.ts'
import { choiceFrom } from '@darsi/contracts/reference/choices.ts'
import { sectionLabel } from '@darsi/contracts/reference/curriculum.ts'
import type { Language } from '@darsi/contracts/reference/languages.ts'
import {
  childLevels,
  educationalPrograms,
  gradeFrom,
  gradeLabel,
  schoolTypes,
} from '@darsi/contracts/reference/levels.ts'
import { subjectName } from '@darsi/contracts/reference/subjects.ts'
import { tunisianYear } from '@darsi/contracts/reference/tunis-time.ts'
import { birthYearOfAge } from '@darsi/contracts/rules/registration/registration-rules.ts'
import { maxChildAge, minChildAge } from '@darsi/contracts/rules/registration/role-data-rules.ts'
import { labelOf } from '../learner-fields/public.ts'

export type Child = Api['GET /children']['answer']['data'][number]

export type ChildFigures = Api['GET /sessions/children']['answer']['data'][number]

export const oldestYear = (today: Date): number => birthYearOfAge(maxChildAge, today)
export const youngestYear = (today: Date): number => birthYearOfAge(minChildAge, today)

/** A child's keys as texts in the page's language. Unknown values are shown unchanged. */
export function childLabels(child: Child, language: Language, today: Date) {
  const level = choiceFrom(childLevels, child.educationLevel)
  const grade = level && gradeFrom(level, child.grade)
  return {
    age: child.birthYear === null ? null : tunisianYear(today) - child.birthYear,
    level: labelOf(childLevels, child.educationLevel, language),
    section: sectionLabel(child.section, language),
    grade: grade ? gradeLabel(grade, language) : child.grade,
    schoolType: labelOf(schoolTypes, child.schoolType, language),
    program: labelOf(educationalPrograms, child.educationalProgram, language),
    subjects: child.subjects.map((subject) => subjectName(subject, language)),
  }
}
