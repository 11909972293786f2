import { nameWords } from '@darsi/contracts/fold-name.ts'
import {
  distancePoints,
  hoursPoints,
  levelPoints,
  radiusCentre,
  subjectPoints,
  type TeacherQuery,
} from './match.ts'
import { distancesFrom, governorateOf, placeAt, placeCount, placeOf } from './places.ts'
import { bitOf, bitsOf, subjectSetCount, traitCount, traitsOf } from './teacher-index.ts'
import { weekBits, weekBitsOf } from './week.ts'

/** A query in the index's terms: bits of hours, and tables of what each place and set of choices is worth. */
export type Compiled = ReturnType<typeof compile>

/** In place of points: does not fit. */
export const noFit = 255

export function compile(query: TeacherQuery) {
  const { filters, seeker } = query
  const { maxRate, day, hour } = filters
  const wantedHours = weekBitsOf({ day, hour })
  const own = weekBits(seeker.slots ?? [])
  const places = acceptedPlaces(filters, seeker)
  const distances = distancesFrom(placeOf(seeker))
  return {
    /** Null when no filter speaks of places. */
    places,
    words: filters.name === undefined ? [] : nameWords(filters.name),
    maxRate: maxRate ?? Number.POSITIVE_INFINITY,
    isRated: maxRate !== undefined,
    isTimed: day !== undefined || hour !== undefined,
    /** What a teacher must have one of each of, in the index's columns of bits. */
    groups: groupsOf(query, places),
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
  const asked = askedTraits({ level, language, sessionType })
  return Uint8Array.from({ length: traitCount }, (_, traits) =>
    (traits & asked) === asked ? levelPoints((traits & liked) !== 0) : noFit,
  )
}

const askedTraits = ({ level, language, sessionType }: TeacherQuery['filters']): number =>
  traitsOf({
    levels: level ? [level] : [],
    languages: language ? [language] : [],
    sessionTypes: sessionType ? [sessionType] : [],
  })

function groupsOf({ filters }: TeacherQuery, places: Uint8Array | null): number[][] {
  const { subject, day, hour } = filters
  const isTimed = day !== undefined || hour !== undefined
  return [
    ...(subject ? [bitOf.subjects(bitsOf.subject.of([subject]))] : []),
    ...bitOf.traits(askedTraits(filters)).map((column) => [column]),
    ...(isTimed ? [bitOf.hours(weekBitsOf({ day, hour }))] : []),
    ...(places ? [governoratesWith(places).map(bitOf.governorate)] : []),
  ]
}

/** 0 is nowhere. */
function governoratesWith(places: Uint8Array): number[] {
  return [
    ...new Set(
      [...places.keys()].filter((place) => places[place] === 1).map((place) => governorateOf[place] ?? 0),
    ),
  ]
}

const none = { levels: [], languages: [], sessionTypes: [] }

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
