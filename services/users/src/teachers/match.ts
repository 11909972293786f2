import type { matchReasonSchema, TeacherFilters } from '@darsi/contracts/calls/users/teachers-api.ts'
import { distanceKm, type PlaceRef } from '@darsi/contracts/reference/places/location.ts'
import { fitsName, type NameWord, nameKeys, nameWords } from '@darsi/contracts/rules/texts/fold-name.ts'
import type * as z from 'zod'
import { defaultReachKm, isNew, type Seeker, shownRating, type Teacher, teachesSection } from './teacher.ts'
import { fitsSlot, sharedHours } from './week.ts'

/** `today`: days since 1970; it decides who is new and the daily order of equal scores. */
export type TeacherQuery = {
  readonly filters: TeacherFilters
  readonly seeker: Seeker
  readonly today: number
  /** Visitors find only teachers with a public page. */
  readonly visitor?: true
}
type MatchReason = z.output<typeof matchReasonSchema>

/** Whether all filters are satisfied; a field without a value satisfies none. */
export function fitting({ filters, seeker, visitor }: TeacherQuery): (teacher: Teacher) => boolean {
  const { subject, level, section, sessionType, language, maxRate, day, hour, name } = filters
  const asked = name === undefined ? [] : nameWords(name)
  return (teacher) =>
    (visitor === undefined || teacher.pageSlug !== null) &&
    (subject === undefined || teacher.subjects.includes(subject)) &&
    (level === undefined || teacher.levels.includes(level)) &&
    (section === undefined || teachesSection(teacher, section)) &&
    (sessionType === undefined || teacher.sessionTypes.includes(sessionType)) &&
    (language === undefined || teacher.languages.includes(language)) &&
    (maxRate === undefined || (teacher.hourlyRate !== null && teacher.hourlyRate <= maxRate)) &&
    ((day === undefined && hour === undefined) ||
      teacher.slots.some((slot) => fitsSlot(slot, { day, hour }))) &&
    (fitsPlace(teacher, filters, seeker) || (filters.reach === 'or-online' && isOnline(teacher, filters))) &&
    (name === undefined || isCalled(teacher.name, asked)) &&
    (isPlaceAsked(filters) || isReachable(teacher, { filters, seeker }))
}

/** Teaches online, or within the distance that the seeker or the teacher accepts. */
export function isReachable(teacher: Teacher, { filters, seeker }: Omit<TeacherQuery, 'today'>): boolean {
  if (isOnline(teacher, filters) || seeker.governorateId === null) return true
  const km = distanceKm(seeker, teacher)
  return km !== null && km <= (filters.radius ?? teacher.radiusKm ?? defaultReachKm)
}

/** A search by place, distance or name also lists teachers out of reach. */
export const isPlaceAsked = ({ governorate, radius, name, reach }: TeacherFilters): boolean =>
  [governorate, radius, name].some((each) => each !== undefined) || reach === 'anywhere'

const isOnline = ({ sessionTypes }: Teacher, { sessionType }: TeacherFilters): boolean =>
  sessionType !== 'faceToFace' && sessionTypes.includes('online')

/**
 * Ranks before the score: reachable teachers with a free place, then those out of reach, then those without a free
 * place.
 */
export const tierPoints = ({ full, reachable }: { full: boolean; reachable: boolean }): number =>
  full ? 0 : reachable ? topTier : tier
const tier = 128
export const topTier = 2 * tier

/** The reasons of a teacher's rank. Their points add up to the score, 100 at most (docs/search.md). */
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
  const marks: [MatchReason['kind'], boolean][] = [
    ['new', isNew(teacher, today)],
    ['online', isOnline(teacher, filters)],
    ['out-of-reach', !isReachable(teacher, { filters, seeker })],
    ['full', teacher.full],
  ]
  return [
    ...reasons.filter(({ points }) => points > 0),
    ...marks.flatMap(([kind, holds]) => (holds ? [{ kind, value: null, points: 0 }] : [])),
  ]
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

/** With a radius a governorate or delegation means its centre; without one it is an exact match. */
export function fitsPlace(place: PlaceRef, filters: TeacherFilters, seeker: Seeker): boolean {
  const { governorate, delegation, radius } = filters
  if (radius === undefined) {
    return (
      (governorate === undefined || place.governorateId === governorate) &&
      (delegation === undefined || place.delegationId === delegation)
    )
  }
  const centre =
    governorate === undefined ? seeker : { governorateId: governorate, delegationId: delegation ?? null }
  const km = distanceKm(centre, place)
  return km !== null && km <= radius
}

function isCalled(name: string, asked: readonly NameWord[]): boolean {
  const keys = nameKeys(name)
  return asked.every((word) => keys.some((key) => fitsName(word, key)))
}
