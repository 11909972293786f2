import { fitsName, type NameWord, nameWords } from '@darsi/contracts/fold-name.ts'
import { distanceKm } from '@darsi/contracts/location.ts'
import type { matchReasonSchema, TeacherFilters } from '@darsi/contracts/teachers-api.ts'
import type * as z from 'zod'
import { keysOfName } from './name-keys.ts'
import { isNew, type Seeker, shownRating, type Teacher } from './teacher.ts'
import { fitsSlot, sharedHours } from './week.ts'

/** `today`: days since 1970; who is new and whose turn it is among equals depend on it. */
export type TeacherQuery = {
  readonly filters: TeacherFilters
  readonly seeker: Seeker
  readonly today: number
}
export type MatchReason = z.output<typeof matchReasonSchema>

/** Whether every filter given is satisfied; what a teacher left open satisfies none. */
export function fitting({ filters, seeker }: TeacherQuery): (teacher: Teacher) => boolean {
  const { subject, level, sessionType, language, maxRate, day, hour, name } = filters
  const asked = name === undefined ? [] : nameWords(name)
  return (teacher) =>
    (subject === undefined || teacher.subjects.includes(subject)) &&
    (level === undefined || teacher.levels.includes(level)) &&
    (sessionType === undefined || teacher.sessionTypes.includes(sessionType)) &&
    (language === undefined || teacher.languages.includes(language)) &&
    (maxRate === undefined || (teacher.hourlyRate !== null && teacher.hourlyRate <= maxRate)) &&
    ((day === undefined && hour === undefined) ||
      teacher.slots.some((slot) => fitsSlot(slot, { day, hour }))) &&
    fitsPlace(teacher, filters, seeker) &&
    (name === undefined || isCalled(teacher.name, asked))
}

/** Why a teacher stands where he does. The points add up to the score, 100 at most (docs/search.md). */
export function reasonsOf(teacher: Teacher, { filters, seeker, today }: TeacherQuery): MatchReason[] {
  const shared = seeker.slots && sharedHours(seeker.slots, teacher.slots)
  const km = distanceKm(seeker, teacher)
  const subjects = filters.subject ? [filters.subject] : seeker.subjects
  const levels = filters.level ? [filters.level] : seeker.levels
  const rating = shownRating(teacher)
  const reasons: MatchReason[] = [
    { kind: 'shared-hours', value: shared, points: hoursPoints(shared) },
    { kind: 'distance', value: km, points: distancePoints(km) },
    {
      kind: 'subject',
      value: null,
      points: subjectPoints(subjects.some((s) => teacher.subjects.includes(s))),
    },
    { kind: 'level', value: null, points: levelPoints(levels.some((l) => teacher.levels.includes(l))) },
    { kind: 'answer-time', value: teacher.answerHours, points: answerPoints(teacher.answerHours) },
    { kind: 'rating', value: rating, points: ratingPoints(rating) },
  ]
  const counted = reasons.filter(({ points }) => points > 0)
  return isNew(teacher, today) ? [...counted, { kind: 'new', value: null, points: 0 }] : counted
}

export const hoursPoints = (shared: number | null): number => Math.min(30, 3 * (shared ?? 0))
export const distancePoints = (km: number | null): number =>
  km === null ? 0 : Math.max(0, 25 - Math.floor(km / 2))
export const subjectPoints = (teaches: boolean): number => (teaches ? 15 : 0)
export const levelPoints = (teaches: boolean): number => (teaches ? 10 : 0)
export const ratingPoints = (rating: number | null): number => Math.round(2 * (rating ?? 0))

export function answerPoints(hours: number | null): number {
  if (hours === null) return 0
  return answerSteps.find(([within]) => hours <= within)?.[1] ?? 0
}

const answerSteps = [
  [2, 10],
  [6, 8],
  [12, 6],
  [24, 4],
  [48, 2],
] as const

/** With a radius a governorate or delegation is its centre; without one it is the place itself. */
function fitsPlace(teacher: Teacher, filters: TeacherFilters, seeker: Seeker): boolean {
  const { governorate, delegation, radius } = filters
  if (radius === undefined) {
    return (
      (governorate === undefined || teacher.governorateId === governorate) &&
      (delegation === undefined || teacher.delegationId === delegation)
    )
  }
  const km = distanceKm(radiusCentre(filters, seeker), teacher)
  return km !== null && km <= radius
}

export function radiusCentre({ governorate, delegation }: TeacherFilters, seeker: Seeker) {
  return governorate === undefined ? seeker : { governorateId: governorate, delegationId: delegation ?? null }
}

function isCalled(name: string, asked: readonly NameWord[]): boolean {
  const keys = keysOfName(name)
  return asked.every((word) => keys.some((key) => fitsName(word, key)))
}
