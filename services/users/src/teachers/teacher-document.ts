import { isKeyOf, keysOf } from '@darsi/contracts/choices.ts'
import { delegation } from '@darsi/contracts/delegations.ts'
import { governorate } from '@darsi/contracts/governorates.ts'
import { educationLevels, experienceLevels, sessionTypes } from '@darsi/contracts/levels.ts'
import type { AccountStatus } from '@darsi/contracts/schemas.ts'
import { subjectFrom, type TeacherSubject, teacherSubjects } from '@darsi/contracts/subjects.ts'
import { teachingLanguages } from '@darsi/contracts/teachers-api.ts'
import type { Profile } from '../profile.ts'
import { dayOf, type Teacher } from './teacher.ts'

/** What the profile tells: kept as the search needs it. */
export type TeacherProfile = Omit<
  Teacher,
  'id' | 'rating' | 'reviewCount' | 'answerHours' | 'slots' | 'approvedDay'
> & { visible: boolean }

/** One teacher as events left it. Parts may come in any order, so each may be missing. */
export type TeacherDocument = {
  _id: string
  profile?: TeacherProfile
  /** As auth opened the account; what administrators decided since stands in `status`. */
  opened?: { status: AccountStatus; at: Date }
  status?: AccountStatus
  approvedAt?: Date
  slots?: number[]
  /** Hours until the teacher answered, by connection. */
  answers?: Record<string, number>
  /** Stars by review. */
  ratings?: Record<string, number>
  changedAt: Date
  erasedAt?: Date | null
}

/** Approved, not suspended since, and not hidden by the own choice; null for everybody else. */
export function listedTeacher(document: TeacherDocument): Teacher | null {
  const { _id, profile, opened, erasedAt } = document
  const status = document.status ?? opened?.status
  if (erasedAt || !profile?.visible || status !== 'approved') return null
  const { visible: _, ...shown } = profile
  const approvedAt = document.approvedAt ?? (opened?.status === 'approved' ? opened.at : null)
  const stars = Object.values(document.ratings ?? {})
  return {
    id: _id,
    ...shown,
    rating: stars.length === 0 ? null : stars.reduce((sum, each) => sum + each, 0) / stars.length,
    reviewCount: stars.length,
    answerHours: answerHours(Object.values(document.answers ?? {})),
    slots: document.slots ?? [],
    approvedDay: approvedAt && dayOf(approvedAt),
  }
}

export function teacherProfile({ fullName, location, roleData, privacy }: Profile): TeacherProfile {
  const { hourlyRate, experienceLevel, teachingSubjects } = roleData
  const inside = delegation(location.governorate_id, location.delegation_id)
  return {
    name: fullName,
    governorateId: governorate(location.governorate_id)?.id ?? null,
    delegationId: inside?.id ?? null,
    subjects: subjectsIn(teachingSubjects),
    otherLanguage: textIn(roleData['otherLanguage']),
    otherSubjects: textIn(roleData['otherSubjects']),
    levels: chosenIn(keysOf(educationLevels), roleData['levels']),
    languages: chosenIn(teachingLanguages, roleData['languages']),
    sessionTypes: chosenIn(keysOf(sessionTypes), roleData['sessionTypes']),
    hourlyRate: typeof hourlyRate === 'number' ? hourlyRate : null,
    experienceLevel: isKeyOf(experienceLevels, experienceLevel) ? experienceLevel : null,
    bio: textIn(roleData['bio']),
    visible: privacy.profileVisible,
  }
}

/** Registration takes labels of any language; in the order of the list, each once. */
export function subjectsIn(value: unknown): TeacherSubject[] {
  const named: readonly unknown[] = Array.isArray(value) ? value : []
  const found = named.map((each) => (typeof each === 'string' ? subjectFrom(each) : null))
  return teacherSubjects.filter((subject) => found.includes(subject))
}

const minAnswers = 5

/** The median; null while there are too few to tell. */
function answerHours(hours: readonly number[]): number | null {
  if (hours.length < minAnswers) return null
  const sorted = [...hours].sort((a, b) => a - b)
  const at = (index: number) => sorted[index] ?? 0
  const middle = sorted.length >> 1
  const median = sorted.length % 2 === 1 ? at(middle) : (at(middle - 1) + at(middle)) / 2
  return Math.round(median * 10) / 10
}

function chosenIn<Key extends string>(keys: readonly Key[], value: unknown): Key[] {
  return Array.isArray(value) ? keys.filter((key) => value.includes(key)) : []
}

function textIn(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
