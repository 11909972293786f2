import { isKeyOf, keysOf } from '@darsi/contracts/reference/choices.ts'
import { bacSectionKeys } from '@darsi/contracts/reference/curriculum.ts'
import { teachingLanguages } from '@darsi/contracts/reference/languages.ts'
import { educationLevels, experienceLevels, sessionTypes } from '@darsi/contracts/reference/levels.ts'
import { delegation } from '@darsi/contracts/reference/places/delegations.ts'
import { governorate } from '@darsi/contracts/reference/places/governorates.ts'
import {
  offeredAs,
  subjectFrom,
  type TeacherSubject,
  teacherSubjects,
} from '@darsi/contracts/reference/subjects.ts'
import type { ProofKind } from '@darsi/contracts/rules/proofs.ts'
import type { AccountStatus } from '@darsi/contracts/rules/schemas.ts'
import { publicCard } from '../profiles/card-review.ts'
import type { Profile } from '../profiles/profile.ts'
import { dayOf, type Teacher } from './teacher.ts'

/** The profile's fields in the form that the search needs. */
type Profiled = Omit<
  Teacher,
  | 'id'
  | 'pageSlug'
  | 'rating'
  | 'reviewCount'
  | 'answerHours'
  | 'totalStudents'
  | 'slots'
  | 'full'
  | 'approvedDay'
  | 'checks'
> & { visible: boolean; slug: string }
/** One teacher in the read model. Events arrive in any order, so every part may be missing. */
export type TeacherDocument = {
  _id: string
  profile?: Profiled
  /** From the registration; later decisions of administrators are in `status`. */
  opened?: { status: AccountStatus; at: Date; verifiedAt?: Date }
  status?: AccountStatus
  approvedAt?: Date
  /** When the owner verified the e-mail address. */
  verifiedAt?: Date
  slots?: number[]
  full?: boolean
  /** The public page is switched on; its address is in the profile. */
  isPublic?: boolean
  /** Hours until the teacher answered, by connection. */
  answers?: Record<string, number>
  /** Per approved connection a number in place of the learner; the account cannot be derived from it. */
  taught?: Record<string, number>
  ratings?: Record<string, number>
  /** Proofs that administrators accepted, with the time of the decision. */
  checks?: { kind: ProofKind; at: Date }[]
  src?: Record<string, number>
  erasedAt?: Date | null
}

/** Null unless the teacher is approved, has a verified address and chose to be visible. */
export function listedTeacher(document: TeacherDocument): Teacher | null {
  const { _id, profile, opened, erasedAt } = document
  const status = document.status ?? opened?.status
  const provenAt = document.verifiedAt ?? opened?.verifiedAt
  if (erasedAt || !profile?.visible || status !== 'approved' || !provenAt) return null
  const { visible: _, slug, ...fields } = profile
  const approvedAt = document.approvedAt ?? (opened?.status === 'approved' ? opened.at : null)
  const stars = Object.values(document.ratings ?? {})
  return {
    id: _id,
    pageSlug: document.isPublic && slug !== '' ? slug : null,
    ...fields,
    totalStudents: new Set(Object.values(document.taught ?? {})).size,
    rating: stars.length === 0 ? null : stars.reduce((sum, each) => sum + each, 0) / stars.length,
    reviewCount: stars.length,
    answerHours: answerHours(Object.values(document.answers ?? {})),
    slots: document.slots ?? [],
    full: document.full ?? false,
    approvedDay: approvedAt && dayOf(approvedAt),
    checks: [{ kind: 'address' as const, at: provenAt }, ...(document.checks ?? [])],
  }
}

export function teacherProfile(profile: Profile): Profiled {
  const { fullName, location, roleData, privacy } = profile
  const { bio, otherLanguage, otherSubjects, teachingSubjects, languages, hourlyRate, photo, slug } =
    publicCard(profile)
  const { experienceLevel } = roleData
  const inside = delegation(location.governorate_id, location.delegation_id)
  return {
    name: fullName,
    governorateId: governorate(location.governorate_id)?.id ?? null,
    delegationId: inside?.id ?? null,
    subjects: subjectsIn(teachingSubjects),
    otherLanguage,
    otherSubjects,
    levels: chosenIn(keysOf(educationLevels), roleData['levels']),
    sections: chosenIn(bacSectionKeys, roleData['sections']),
    languages: chosenIn(teachingLanguages, languages),
    sessionTypes: chosenIn(keysOf(sessionTypes), roleData['sessionTypes']),
    radiusKm: location.service_radius,
    hourlyRate,
    photo,
    slug,
    experienceLevel: isKeyOf(experienceLevels, experienceLevel) ? experienceLevel : null,
    bio,
    showsOnline: privacy.onlineVisible !== false,
    visible: privacy.profileVisible,
  }
}

/** Reads subject labels of any language; the result is in the order of the list, without repetition. */
export function subjectsIn(value: unknown): TeacherSubject[] {
  const named: readonly unknown[] = Array.isArray(value) ? value : []
  const found = named.map((each) => (typeof each === 'string' ? subjectFrom(each) : null))
  const offered = new Set(found.map((subject) => subject && offeredAs(subject)))
  return teacherSubjects.filter((subject) => offered.has(subject))
}

const minAnswers = 5

/** The median; null below `minAnswers`. */
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
