import { nameWords } from '@darsi/contracts/fold-name.ts'
import { teacherSubjects } from '@darsi/contracts/subjects.ts'
import {
  distancePoints,
  hoursPoints,
  levelPoints,
  radiusCentre,
  subjectPoints,
  type TeacherQuery,
} from './match.ts'
import { distancesFrom, governorateCount, governorateOf, placeAt, placeCount, placeOf } from './places.ts'
import { bitsOf, subjectSetCount, type TeacherIndex, traitCount, traitsOf } from './teacher-index.ts'
import { weekBits, weekBitsOf } from './week.ts'

/** A query in the index's terms: bits of hours, and tables of what each place and set of choices is worth. */
export type Compiled = ReturnType<typeof compile>

/** In place of points: does not fit. */
export const noFit = 255

export function compile(query: TeacherQuery) {
  const { filters, seeker } = query
  const { subject, maxRate, day, hour } = filters
  const wantedHours = weekBitsOf({ day, hour })
  const own = weekBits(seeker.slots ?? [])
  const places = acceptedPlaces(filters, seeker)
  const distances = distancesFrom(placeOf(seeker))
  return {
    subjectNumber: subject ? teacherSubjects.indexOf(subject) + 1 : 0,
    words: filters.name === undefined ? [] : nameWords(filters.name),
    places,
    maxRate: maxRate ?? Number.POSITIVE_INFINITY,
    isRated: maxRate !== undefined,
    isTimed: day !== undefined || hour !== undefined,
    wantedEarly: wantedHours.early,
    wantedLate: wantedHours.late,
    ownEarly: own.early,
    ownLate: own.late,
    /** Points or `noFit` per place, set of subjects, and set of levels, languages and session types. */
    placePoints: Uint8Array.from({ length: placeCount + 1 }, (_, place) => {
      if (place === placeCount || places?.[place] === 0) return noFit
      const km = distances[place] ?? -1
      return distancePoints(km < 0 ? null : km)
    }),
    subjectPoints: subjectTable(query),
    traitPoints: traitTable(query),
    sharedPoints: Uint8Array.from({ length: 61 }, (_, shared) => hoursPoints(shared)),
  }
}

function subjectTable({ filters: { subject }, seeker }: TeacherQuery): Uint8Array {
  const liked = bitsOf.subject.of(subject ? [subject] : seeker.subjects)
  return Uint8Array.from({ length: subjectSetCount }, (_, taught) =>
    subject && (taught & liked) === 0 ? noFit : subjectPoints((taught & liked) !== 0),
  )
}

function traitTable({ filters: { level, language, sessionType }, seeker }: TeacherQuery): Uint8Array {
  const liked = traitsOf({ ...none, levels: level ? [level] : seeker.levels })
  const asked = [
    level && traitsOf({ ...none, levels: [level] }),
    language && traitsOf({ ...none, languages: [language] }),
    sessionType && traitsOf({ ...none, sessionTypes: [sessionType] }),
  ].reduce<number>((bits, bit) => bits | (bit ?? 0), 0)
  return Uint8Array.from({ length: traitCount }, (_, traits) =>
    (traits & asked) === asked ? levelPoints((traits & liked) !== 0) : noFit,
  )
}

const none = { levels: [], languages: [], sessionTypes: [] }

/** Lists of slots, disjoint, among which everybody who fits is; null for all slots. */
export function candidates(index: TeacherIndex, wanted: Compiled): readonly Uint32Array[] | null {
  if (wanted.words.length > 0) return [index.called(wanted.words)]
  if (wanted.places === null && wanted.subjectNumber === 0) return null
  const lists: Uint32Array[] = []
  for (let governorate = 0; governorate <= governorateCount; governorate++) {
    if (hasPlaceIn(wanted.places, governorate)) lists.push(index.slotsIn(governorate, wanted.subjectNumber))
  }
  return lists
}

function hasPlaceIn(places: Uint8Array | null, governorate: number): boolean {
  return (
    places === null ||
    places.some((accepted, place) => accepted === 1 && governorateOf[place] === governorate)
  )
}

/** 1 for each place that the filters accept; null when they accept all. */
function acceptedPlaces(filters: TeacherQuery['filters'], seeker: TeacherQuery['seeker']): Uint8Array | null {
  const { governorate, delegation, radius } = filters
  if (radius !== undefined) {
    const distances = distancesFrom(placeOf(radiusCentre(filters, seeker)))
    return Uint8Array.from(distances, (km) => (km >= 0 && km <= radius ? 1 : 0))
  }
  if (governorate === undefined && delegation === undefined) return null
  return Uint8Array.from({ length: placeCount }, (_, number) => {
    const place = placeAt(number)
    const fits =
      (governorate === undefined || place.governorateId === governorate) &&
      (delegation === undefined || place.delegationId === delegation)
    return fits ? 1 : 0
  })
}
