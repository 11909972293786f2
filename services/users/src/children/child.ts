import { choiceFrom } from '@darsi/contracts/choices.ts'
import type { Child as ChildAnswer } from '@darsi/contracts/connections-api.ts'
import { firstNameOf } from '@darsi/contracts/first-name.ts'
import { childLevels, educationalPrograms, gradeFrom, schoolTypes } from '@darsi/contracts/levels.ts'
import { birthYearOfAge, tunisianYear } from '@darsi/contracts/registration-rules.ts'
import { isChildAge } from '@darsi/contracts/role-data-rules.ts'
import { parentSubjects, subjectFrom } from '@darsi/contracts/subjects.ts'
import { problem } from '@darsi/kit/problem.ts'
import { birthYearOf, type Profile, textOf } from '../profile.ts'

/** A parent's child: a first name and a birth year, and nothing that identifies further (product.md §9). */
export type Child = {
  _id: string
  firstName: string
  birthYear: number | null
  educationLevel: string
  grade: string
  schoolType: string
  educationalProgram: string
  subjects: string[]
  /** What the parent wrote for the teacher; absent where older code kept the child. */
  additionalInfo?: string
  /** The learner's own account, when there is one. */
  accountId: string | null
  guardianIds: string[]
  version: number
  createdAt: Date
}

type Fields = Pick<
  Child,
  | 'firstName'
  | 'birthYear'
  | 'educationLevel'
  | 'grade'
  | 'schoolType'
  | 'educationalProgram'
  | 'subjects'
  | 'additionalInfo'
>
export type ChildChange = { [Name in keyof Fields]?: Fields[Name] | undefined }

const blank: Fields = {
  firstName: '',
  birthYear: null,
  educationLevel: '',
  grade: '',
  schoolType: '',
  educationalProgram: '',
  subjects: [],
}

/** @throws Problem for the first broken rule of what was given */
export function changeChild<T extends Fields>(child: T, given: ChildChange, now: Date): T {
  const changed = { ...child }
  if (given.firstName !== undefined) changed.firstName = nameFrom(given.firstName)
  if (given.birthYear !== undefined) changed.birthYear = birthYearFrom(given.birthYear, now)
  if (given.educationLevel !== undefined || given.grade !== undefined)
    Object.assign(changed, gradeOf({ ...child, ...withoutUndefined(given) }))
  if (given.schoolType !== undefined)
    changed.schoolType = known('schoolType', given.schoolType, (text) => choiceFrom(schoolTypes, text))
  if (given.educationalProgram !== undefined)
    changed.educationalProgram = known('educationalProgram', given.educationalProgram, (text) =>
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
  const fields = changeChild(blank, { firstName: '', birthYear: null, educationLevel: '', ...given }, at)
  return { ...fields, _id: id, accountId: null, guardianIds: [guardianId], version: 1, createdAt: at }
}

/** The child that a parent named at registration; null when none was, or when its age cannot be. */
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
    // one per registration, however often its event comes
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
 * What is left of a parent's step 2 for the own profile. All of it is about the child and goes with it; without one,
 * the subjects are what the parent looks for.
 */
export function parentData(data: Readonly<Record<string, unknown>>, child: Child | null) {
  const { tutoringSubjects } = data
  return child === null && tutoringSubjects !== undefined ? { tutoringSubjects } : {}
}

/** What stands beside a registered child for the teacher; a program without a key of its own is told there. */
export function registeredInfo(data: Readonly<Record<string, unknown>>): string {
  return [data['otherEducationalProgram'], data['additionalInfo']]
    .map((text) => textOf(text).trim())
    .filter((text) => text !== '')
    .join('\n')
}

/** A minor with an own account, as it stands under My Children of whoever accepted the link. */
export function childOfAccount(id: string, student: Profile, guardianId: string, at: Date): Child {
  const { roleData } = student
  const subjects = Array.isArray(roleData['subjects']) ? roleData['subjects'].map(textOf) : []
  return {
    ...blank,
    _id: id,
    firstName: firstNameOf(student.fullName),
    birthYear: birthYearOf(student),
    educationLevel: textOf(roleData['educationLevel']),
    grade: textOf(roleData['currentGrade']),
    subjects,
    accountId: student._id,
    guardianIds: [guardianId],
    version: 1,
    createdAt: at,
  }
}

type Around = {
  guardians: ChildAnswer['guardians']
  teachers: ChildAnswer['currentTeachers']
  active: number
}

export function childAnswer(child: Child, { guardians, teachers, active }: Around): ChildAnswer {
  const { _id, createdAt: _, guardianIds: __, additionalInfo = '', ...fields } = child
  return {
    id: _id,
    ...fields,
    additionalInfo,
    guardians,
    activeConnections: active,
    currentTeachers: teachers,
  }
}

function nameFrom(given: string): string {
  const name = given.trim().replace(/\s+/gu, ' ')
  if (name === '') throw problem('child-name-required')
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
  const known = gradeFrom(level, grade)
  if (!known) throw problem('child-grade-invalid')
  return { educationLevel: level, grade: known }
}

function known(field: string, given: string, read: (text: string) => string | null): string {
  const value = given.trim() === '' ? '' : read(given)
  if (value === null) throw problem('body-invalid', { params: { fields: field } })
  return value
}

function subjectOf(given: string): string {
  return known('subjects', given, (text) => parentSubjects.find((one) => one === subjectFrom(text)) ?? null)
}

function withoutUndefined(given: ChildChange): Partial<Fields> {
  // `as`: what is undefined was just left out
  return Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  ) as Partial<Fields>
}
