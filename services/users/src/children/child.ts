import { choiceFrom } from '@darsi/contracts/reference/choices.ts'
import { sectionFrom } from '@darsi/contracts/reference/curriculum.ts'
import {
  childLevels,
  educationalPrograms,
  gradeFrom,
  schoolTypes,
} from '@darsi/contracts/reference/levels.ts'
import { parentSubjects, subjectFrom } from '@darsi/contracts/reference/subjects.ts'
import { tunisianYear } from '@darsi/contracts/reference/tunis-time.ts'
import { birthYearOfAge, isMinor } from '@darsi/contracts/rules/registration/registration-rules.ts'
import { isChildAge } from '@darsi/contracts/rules/registration/role-data-rules.ts'
import { firstNameOf } from '@darsi/contracts/rules/texts/first-name.ts'
import { isInvisible } from '@darsi/contracts/rules/texts/visible.ts'
import { bodyInvalid } from '@darsi/kit/http/body-invalid.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { birthYearOf, type Profile, textOf } from '../profiles/profile.ts'

/** A parent's child, identified by no more than a first name and a birth year (docs/children.md). */
export type Child = {
  _id: string
  firstName: string
  birthYear: number | null
  educationLevel: string
  grade: string
  /** Of the baccalaureate; without meaning in other grades. */
  section: string
  schoolType: string
  educationalProgram: string
  subjects: string[]
  /** The parent's text for the teacher. */
  additionalInfo: string
  /** The learner's own account, when there is one. */
  accountId: string | null
  guardianIds: string[]
  version: number
  createdAt: Date
}

/** New values of a child's fields, each only if it differs, that are not set until everybody agreed. */
export type HeldFields = Partial<Pick<Child, 'birthYear' | 'educationLevel' | 'grade'>>

type Fields = Pick<
  Child,
  | 'firstName'
  | 'birthYear'
  | 'educationLevel'
  | 'grade'
  | 'section'
  | 'schoolType'
  | 'educationalProgram'
  | 'subjects'
  | 'additionalInfo'
>
export type ChildChange = { [Name in keyof Fields]?: Fields[Name] | undefined }

const emptyFields: Fields = {
  firstName: '',
  birthYear: null,
  educationLevel: '',
  grade: '',
  section: '',
  schoolType: '',
  educationalProgram: '',
  subjects: [],
  additionalInfo: '',
}

/** @throws Problem for the first broken rule of the given fields */
export function changeChild<T extends Fields>(child: T, given: ChildChange, now: Date): T {
  const changed = { ...child }
  if (given.firstName !== undefined) changed.firstName = nameFrom(given.firstName)
  if (given.birthYear !== undefined) changed.birthYear = birthYearFrom(given.birthYear, now)
  if (given.educationLevel !== undefined || given.grade !== undefined)
    Object.assign(changed, gradeOf({ ...child, ...withoutUndefined(given) }))
  if (given.section !== undefined) changed.section = listedKey('section', given.section, sectionFrom)
  if (given.schoolType !== undefined)
    changed.schoolType = listedKey('schoolType', given.schoolType, (text) => choiceFrom(schoolTypes, text))
  if (given.educationalProgram !== undefined)
    changed.educationalProgram = listedKey('educationalProgram', given.educationalProgram, (text) =>
      choiceFrom(educationalPrograms, text),
    )
  if (given.subjects !== undefined) changed.subjects = given.subjects.map(subjectOf)
  if (given.additionalInfo !== undefined) changed.additionalInfo = given.additionalInfo.trim()
  return changed
}

export function newChild(
  { id, guardianId, at }: { id: string; guardianId: string; at: Date },
  given: ChildChange,
): Child {
  const fields = changeChild(
    emptyFields,
    { firstName: '', birthYear: null, educationLevel: '', ...given },
    at,
  )
  return { ...fields, _id: id, accountId: null, guardianIds: [guardianId], version: 1, createdAt: at }
}

/** The child that a parent entered at registration; null without a name or with an impossible age. */
export function registeredChild(
  parentId: string,
  data: Readonly<Record<string, unknown>>,
  at: Date,
): Child | null {
  const firstName = firstNameOf(textOf(data['childName'])).slice(0, 60)
  const age = data['childAge']
  if (firstName === '' || !isChildAge(age)) return null
  const level = choiceFrom(childLevels, textOf(data['childEducationLevel']))
  const subjects = Array.isArray(data['tutoringSubjects']) ? data['tutoringSubjects'] : []
  return {
    ...emptyFields,
    // the same id for a repeated event, so that no second child is added
    _id: `child-${parentId}`,
    firstName,
    birthYear: birthYearOfAge(Number(age), at),
    educationLevel: level ?? '',
    grade: (level && gradeFrom(level, textOf(data['childGrade']))) ?? '',
    schoolType: choiceFrom(schoolTypes, textOf(data['schoolType'])) ?? '',
    educationalProgram: choiceFrom(educationalPrograms, textOf(data['educationalProgram'])) ?? '',
    subjects: subjects.map((subject) => subjectFrom(textOf(subject))).filter((subject) => subject !== null),
    additionalInfo: registeredInfo(data),
    accountId: null,
    guardianIds: [parentId],
    version: 1,
    createdAt: at,
  }
}

/**
 * The fields of a parent's registration that stay in the parent's profile: none, because all are about the child.
 * Without a child, the subjects stay for the search.
 */
export function parentData(data: Readonly<Record<string, unknown>>, child: Child | null) {
  const { tutoringSubjects } = data
  return child === null && tutoringSubjects !== undefined ? { tutoringSubjects } : {}
}

/** The text for the teacher of a registered child; it includes a program that the list does not have. */
function registeredInfo(data: Readonly<Record<string, unknown>>): string {
  return [data['otherEducationalProgram'], data['additionalInfo']]
    .map((text) => textOf(text).trim())
    .filter((text) => text !== '')
    .join('\n')
}

/** The child record of a minor's account, for the guardian who accepted the link. */
export function childOfAccount(id: string, student: Profile, guardianId: string, at: Date): Child {
  const { roleData } = student
  const subjects = Array.isArray(roleData['subjects']) ? roleData['subjects'].map(textOf) : []
  return {
    ...emptyFields,
    _id: id,
    firstName: firstNameOf(student.fullName),
    // a minor's level contradicts an adult's year, so the guardian has to enter the year
    birthYear: isAdultBirthYear(student, at) ? null : birthYearOf(student),
    educationLevel: textOf(roleData['educationLevel']),
    grade: textOf(roleData['currentGrade']),
    section: textOf(roleData['section']),
    subjects,
    accountId: student._id,
    guardianIds: [guardianId],
    version: 1,
    createdAt: at,
  }
}

function isAdultBirthYear(student: Profile, today: Date): boolean {
  const birthYear = birthYearOf(student)
  return birthYear !== null && !isMinor({ birthYear, educationLevel: null, today })
}

function nameFrom(given: string): string {
  const name = given.trim().replace(/\s+/gu, ' ')
  if (isInvisible(name)) throw problem('child-name-required')
  return name
}

function birthYearFrom(given: number | null, now: Date): number {
  if (given === null || !isChildAge(tunisianYear(now) - given)) throw problem('child-age-invalid')
  return given
}

function gradeOf({ educationLevel, grade }: Fields): Pick<Fields, 'educationLevel' | 'grade'> {
  const level = choiceFrom(childLevels, educationLevel)
  if (!level) throw problem('child-grade-invalid')
  if (grade === '') return { educationLevel: level, grade }
  const listed = gradeFrom(level, grade)
  if (!listed) throw problem('child-grade-invalid')
  return { educationLevel: level, grade: listed }
}

/** The key of a listed label; empty for an empty text. @throws problem `body-invalid` */
function listedKey(field: string, given: string, read: (text: string) => string | null): string {
  const value = given.trim() === '' ? '' : read(given)
  if (value === null) throw bodyInvalid([{ path: field }])
  return value
}

function subjectOf(given: string): string {
  return listedKey(
    'subjects',
    given,
    (text) => parentSubjects.find((one) => one === subjectFrom(text)) ?? null,
  )
}

function withoutUndefined(given: ChildChange): Partial<Fields> {
  // `as`: without the undefined values
  return Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  ) as Partial<Fields>
}

/** Only the year of birth is stored, so the year of the 18th birthday still counts as minority. */
export const adultBornBefore = (today: Date): number => tunisianYear(today) - 18

export function isOfAge({ birthYear }: Pick<Child, 'birthYear'>, today: Date): boolean {
  return birthYear !== null && birthYear < adultBornBefore(today)
}
