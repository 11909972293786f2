import { type ChoiceTable, choiceFrom } from '../../reference/choices.ts'
import { schoolSections } from '../../reference/curriculum.ts'
import {
  childLevels,
  educationalPrograms,
  educationLevels,
  employmentStatuses,
  englishLevels,
  gradeFrom,
  schoolTypes,
} from '../../reference/levels.ts'
import {
  parentSubjects,
  type Subject,
  studentSubjects,
  subjectFrom,
  teacherSubjects,
} from '../../reference/subjects.ts'
import { tunisianYear } from '../../reference/tunis-time.ts'
import { isInvisible } from '../texts/visible.ts'
import {
  isEmail,
  normaliseEmail,
  type RegistrationProblem,
  type RegistrationProblemCode,
  type RegistrationValues,
  registrationProblems,
  when,
} from './registration-rules.ts'

export const minChildAge = 5
export const maxChildAge = 25
export const minBirthYear = 1920
export const minStudentAge = 5

/** Every broken rule of step 2, for the chosen role. */
export const roleProblems = (
  userType: string | undefined,
  data: Readonly<Record<string, unknown>>,
  today: Date,
): readonly RegistrationProblem[] => {
  const problems =
    userType === 'teacher'
      ? teacherProblems(data)
      : userType === 'student'
        ? studentProblems(data, today)
        : userType === 'parent'
          ? parentProblems(data)
          : []
  return problems.map(({ path, code }) => ({ path: `roleSpecificData.${path}`, code }))
}

/** The rules of both steps, checked by the server together. */
export const allRegistrationProblems = (
  values: RegistrationValues,
  today: Date,
): readonly RegistrationProblem[] => [
  ...registrationProblems(values),
  ...roleProblems(values.userType, values.roleSpecificData ?? {}, today),
  ...when(isOwnGuardian(values), 'roleSpecificData.guardianEmail', 'guardian-email-invalid'),
]

function isOwnGuardian({ userType, email = '', roleSpecificData }: RegistrationValues): boolean {
  const guardian = textOf(roleSpecificData?.['guardianEmail'])
  return userType === 'student' && isEmail(guardian) && normaliseEmail(guardian) === normaliseEmail(email)
}

type RoleValues = Readonly<Record<string, unknown>>

const teacherProblems = (data: RoleValues) => [
  ...when(subjectsOf(data.teachingSubjects).length === 0, 'teachingSubjects', 'teaching-subject-required'),
  ...unknownSubjects(data.teachingSubjects, teacherSubjects, 'teachingSubjects'),
  ...unknownChoice(
    data.employmentStatus,
    employmentStatuses,
    'employmentStatus',
    'employment-status-invalid',
  ),
  ...when(data.acceptTerms !== true, 'acceptTerms', 'terms-required'),
]

const studentProblems = (data: RoleValues, today: Date) => [
  ...unknownChoice(data.educationLevel, educationLevels, 'educationLevel', 'education-level-invalid'),
  ...unknownGrade(data.educationLevel, data.currentGrade, 'currentGrade'),
  ...unknownChoice(data.section, schoolSections, 'section'),
  ...unknownSubjects(data.subjects, studentSubjects, 'subjects'),
  ...unknownChoice(data.englishLevel, englishLevels, 'englishLevel'),
  ...when(data.birthYear != null && !isBirthYear(data.birthYear, today), 'birthYear', 'birth-year-invalid'),
  ...when(
    !isBlank(data.guardianEmail) && !isEmail(textOf(data.guardianEmail)),
    'guardianEmail',
    'guardian-email-invalid',
  ),
]

// A guardian with an invitation registers without a child, so the child's fields are required together or not at all.
const parentProblems = (data: RoleValues) => {
  const hasChild =
    data.childAge != null || ![data.childName, data.childEducationLevel, data.childGrade].every(isBlank)
  return [
    ...when(hasChild && isBlank(data.childName), 'childName', 'child-name-required'),
    ...when(hasChild && !isChildAge(data.childAge), 'childAge', 'child-age-invalid'),
    ...unknownChoice(data.childEducationLevel, childLevels, 'childEducationLevel', 'education-level-invalid'),
    ...unknownGrade(data.childEducationLevel, data.childGrade, 'childGrade'),
    ...unknownChoice(data.schoolType, schoolTypes, 'schoolType'),
    ...unknownChoice(data.educationalProgram, educationalPrograms, 'educationalProgram'),
    ...unknownSubjects(data.tutoringSubjects, parentSubjects, 'tutoringSubjects'),
  ]
}

export const isChildAge = (age: unknown): boolean =>
  Number.isInteger(age) && Number(age) >= minChildAge && Number(age) <= maxChildAge

const isBirthYear = (year: unknown, today: Date): boolean =>
  Number.isInteger(year) &&
  Number(year) >= minBirthYear &&
  Number(year) <= tunisianYear(today) - minStudentAge

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const isBlank = (value: unknown): boolean => isInvisible(textOf(value))
const subjectsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.map(textOf).filter((one) => !isBlank(one)) : []

const unknownSubjects = (value: unknown, allowed: readonly Subject[], path: string) =>
  when(
    subjectsOf(value).some((one) => !allowed.some((subject) => subject === subjectFrom(one))),
    path,
    'subject-unknown',
  )

const unknownChoice = (
  value: unknown,
  table: ChoiceTable,
  path: string,
  code: RegistrationProblemCode = 'choice-unknown',
) => when(!isBlank(value) && choiceFrom(table, textOf(value)) === null, path, code)

// university and other grades are free text, so none is refused
const unknownGrade = (level: unknown, grade: unknown, path: string) => {
  const known = choiceFrom(childLevels, textOf(level))
  return when(
    known !== null && !isBlank(grade) && gradeFrom(known, textOf(grade)) === null,
    path,
    'education-level-invalid',
  )
}
