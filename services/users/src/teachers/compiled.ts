import { nameWords } from '@darsi/contracts/fold-name.ts'
import { teacherSubjects } from '@darsi/contracts/subjects.ts'
import { distancePoints, levelPoints, radiusCentre, subjectPoints, type TeacherQuery } from './match.ts'
import { distancesFrom, governorateCount, governorateOf, placeAt, placeCount, placeOf } from './places.ts'
import { bitsOf, type Columns, type TeacherIndex } from './teacher-index.ts'
import { countBits, weekBits, weekBitsOf } from './week.ts'

/** A query in the index's terms: bits, and a table per place. */
export type Compiled = ReturnType<typeof compile>

export function compile({ filters, seeker }: TeacherQuery) {
  const { subject, level, sessionType, language, maxRate, day, hour } = filters
  const isTimed = day !== undefined || hour !== undefined
  const wantedHours = weekBitsOf({ day, hour })
  const own = weekBits(seeker.slots ?? [])
  return {
    // a mask of 0 asks for nothing; every filter of a closed list has at least one bit
    subject: subject ? bitsOf.subject.of([subject]) : 0,
    subjectNumber: subject ? teacherSubjects.indexOf(subject) + 1 : 0,
    level: level ? bitsOf.level.of([level]) : 0,
    sessionType: sessionType ? bitsOf.sessionType.of([sessionType]) : 0,
    language: language ? bitsOf.language.of([language]) : 0,
    maxRate: maxRate ?? -1,
    isTimed,
    wantedEarly: wantedHours.early,
    wantedLate: wantedHours.late,
    words: filters.name === undefined ? [] : nameWords(filters.name),
    places: acceptedPlaces(filters, seeker),
    ownEarly: own.early,
    ownLate: own.late,
    placePoints: Uint8Array.from(distancesFrom(placeOf(seeker)), (km) => distancePoints(km < 0 ? null : km)),
    likedSubjects: bitsOf.subject.of(subject ? [subject] : seeker.subjects),
    likedLevels: bitsOf.level.of(level ? [level] : seeker.levels),
  }
}

export function fitsAt(table: Columns, wanted: Compiled, slot: number): boolean {
  if (table.live[slot] === 0) return false
  if (wanted.subject !== 0 && ((table.subjects[slot] ?? 0) & wanted.subject) === 0) return false
  if (wanted.places && wanted.places[table.place[slot] ?? 0] === 0) return false
  if (wanted.level !== 0 && ((table.levels[slot] ?? 0) & wanted.level) === 0) return false
  if (wanted.sessionType !== 0 && ((table.sessionTypes[slot] ?? 0) & wanted.sessionType) === 0) return false
  if (wanted.language !== 0 && ((table.languages[slot] ?? 0) & wanted.language) === 0) return false
  if (wanted.maxRate >= 0 && !((table.rate[slot] ?? Number.NaN) <= wanted.maxRate)) return false
  if (!wanted.isTimed) return true
  return (
    ((table.early[slot] ?? 0) & wanted.wantedEarly) !== 0 ||
    ((table.late[slot] ?? 0) & wanted.wantedLate) !== 0
  )
}

/** The same sum as `reasonsOf`, from bits. */
export function scoreAt(table: Columns, wanted: Compiled, slot: number): number {
  const shared =
    countBits((table.early[slot] ?? 0) & wanted.ownEarly) +
    countBits((table.late[slot] ?? 0) & wanted.ownLate)
  return (
    (shared >= 10 ? 30 : 3 * shared) +
    (wanted.placePoints[table.place[slot] ?? 0] ?? 0) +
    subjectPoints(((table.subjects[slot] ?? 0) & wanted.likedSubjects) !== 0) +
    levelPoints(((table.levels[slot] ?? 0) & wanted.likedLevels) !== 0) +
    (table.merit[slot] ?? 0)
  )
}

/** Lists of slots, disjoint, among which everybody who fits is; null for all slots. */
export function candidates(index: TeacherIndex, wanted: Compiled): readonly Uint32Array[] | null {
  if (wanted.words.length > 0) return [index.called(wanted.words)]
  if (wanted.places === null && wanted.subject === 0) return null
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
