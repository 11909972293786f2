import { governorates } from '@darsi/contracts/reference/places/governorates.ts'
import { distanceKm } from '@darsi/contracts/reference/places/location.ts'
import { nameWords } from '@darsi/contracts/rules/texts/fold-name.ts'
import { anyTime, fullBit, offeredBits, sectionKey, taughtBits } from '../feature-bits.ts'
import {
  distancePoints,
  fitsPlace,
  hoursPoints,
  isPlaceAsked,
  levelPoints,
  subjectPoints,
  type TeacherQuery,
  tierPoints,
  topTier,
} from '../match.ts'
import { compareStanding, rankKey, type Standing, scoreOf, takeTurns } from '../order.ts'
import { governorateOf, placeCodes, places } from '../place-codes.ts'
import { countBits, weekBits, weekBitsOf } from '../week.ts'
import type { TeacherIndex } from './teacher-index.ts'

/** The end of a page: the number of places so far, and the last entry of each of the two orders. */
export type Position = {
  readonly before: number
  readonly established: Standing | null
  readonly fresh: Standing | null
}
export const fromTheTop: Position = { before: 0, established: null, fresh: null }
type Range = { limit: number; after: Position }

/** One page of the matches, best first; the count is of all matches. */
export function searchTeachers(index: TeacherIndex, query: TeacherQuery, { limit, after }: Range) {
  // one more than the page, to detect a next page
  const range = { limit: limit + 1, after }
  const { total, counts, outOfReach, established, fresh } = scan(index, query, range)
  const turns = takeTurns(established, fresh, { before: after.before, limit: range.limit })
  const page = turns.slice(0, limit)
  const lastOf = (lane: readonly Standing[]) => page.findLast((one) => lane.includes(one))
  const next = {
    before: after.before + limit,
    established: lastOf(established) ?? after.established,
    fresh: lastOf(fresh) ?? after.fresh,
  }
  return {
    ids: page.map(({ id }) => id),
    total,
    outOfReach,
    byGovernorate: Object.fromEntries(
      [...counts].flatMap((count, id) => (id > 0 && count > 0 ? [[id, count] as const] : [])),
    ),
    next: turns.length > limit ? next : null,
  }
}

/**
 * Scans every teacher once: filters, scores, and keeps the best established and the best new ones. Filters as in
 * `fitting`, score as in `reasonsOf`; tests compare them.
 * @returns the number of matches, also by governorate id (0: no place), the number left out as out of reach, and the
 * best `limit` after a position, best first
 */
function scan(index: TeacherIndex, query: TeacherQuery, { limit, after }: Range) {
  const { table, ids } = index.view()
  const { taught, offered, reachKm, place, rate, early, late, name, merit, newUntil, hash } = table
  const { askedTaught, askedOffered, maxRate, wanted, named } = compileFilters(index, query)
  const { online, onlinePoints, placePoints, ownKm, wishKm, isPlaced } = compilePlaces(query)
  const { subjects, levels, own, sharedPoints, mostShared } = compileWishes(query)
  const { today } = query
  const established = keepBest(limit, after.established)
  const fresh = keepBest(limit, after.fresh)
  let floor = Math.min(established.floor(), fresh.floor())
  const counts = new Uint32Array(governorates.length + 1)
  let total = 0
  let outOfReach = 0
  for (let slot = 0; slot < ids.length; slot++) {
    const has = taught[slot] ?? 0
    const offers = offered[slot] ?? 0
    const where = place[slot] ?? 0
    const near = ((offers & online) !== 0 ? onlinePoints[where] : placePoints[where]) ?? noFit
    const lacks = ((has & askedTaught) ^ askedTaught) | ((offers & askedOffered) ^ askedOffered)
    // one branch for all: the processor would mispredict each of them half of the time
    if ((lacks | (near & noFit)) !== 0) continue
    if ((rate[slot] ?? 0) > maxRate) continue
    if (((early[slot] ?? 0) & wanted.early) === 0 && ((late[slot] ?? 0) & wanted.late) === 0) continue
    if (named && named[name[slot] ?? 0] === 0) continue
    const reachable = (offers & online) !== 0 || (ownKm[where] ?? 0) <= (wishKm ?? reachKm[slot] ?? 0)
    if (!(reachable || isPlaced)) {
      outOfReach++
      continue
    }
    total++
    const governorate = governorateOf(where)
    counts[governorate] = (counts[governorate] ?? 0) + 1
    const tier = tierPoints({ full: (offers & fullBit) !== 0, reachable })
    const withoutHours =
      tier + near + forSubject * isSet(has & subjects) + forLevel * isSet(has & levels) + (merit[slot] ?? 0)
    // counting shared hours is the most expensive part, and most teachers cannot reach the page by them
    if (withoutHours + mostShared < floor) continue
    const shared = countBits((early[slot] ?? 0) & own.early) + countBits((late[slot] ?? 0) & own.late)
    const score = withoutHours + (sharedPoints[shared] ?? 0)
    if (score < floor) continue
    const best = tier === topTier && today < (newUntil[slot] ?? 0) ? fresh : established
    if (score < best.floor()) continue
    best.offer(ids[slot] ?? '', rankKey(score, hash[slot] ?? 0, today))
    floor = Math.min(established.floor(), fresh.floor())
  }
  return { total, counts, outOfReach, established: established.kept, fresh: fresh.kept }
}

const forSubject = subjectPoints(true)
const forLevel = levelPoints(true)

/** 1 for any word except 0, without a branch that the processor would mispredict. */
const isSet = (word: number): number => (word | (0 - word)) >>> 31

/** Marks a teacher that does not match: a bit that no number of points sets. */
const noFit = 128

/** The filters except place: required bits, and the values that the other columns are compared with. */
function compileFilters(index: TeacherIndex, { filters }: TeacherQuery) {
  const { subject, level, section, language, sessionType, maxRate, day, hour, name } = filters
  const words = name === undefined ? [] : nameWords(name)
  return {
    askedTaught: taughtBits([subject, level]),
    askedOffered: offeredBits([language, sessionType, section && sectionKey(section)]),
    maxRate: maxRate ?? Number.POSITIVE_INFINITY,
    wanted: day === undefined && hour === undefined ? { early: anyTime, late: 0 } : weekBitsOf({ day, hour }),
    named: words.length > 0 ? index.namesMatching(words) : null,
  }
}

/** Points and distance of each place, for teachers who teach online and for the others. */
function compilePlaces({ filters, seeker }: TeacherQuery) {
  const onlinePoints = new Uint8Array(placeCodes)
  const placePoints = new Uint8Array(placeCodes)
  const ownKm = new Uint16Array(placeCodes)
  for (const { code, place } of places) {
    const km = distanceKm(seeker, place)
    const points = distancePoints(km)
    placePoints[code] = fitsPlace(place, filters, seeker) ? points : noFit
    onlinePoints[code] = filters.reach === 'or-online' ? points : (placePoints[code] ?? noFit)
    // a place that is not known counts as near
    ownKm[code] = seeker.governorateId === null ? 0 : (km ?? 65_535)
  }
  return {
    ...{ onlinePoints, placePoints, ownKm },
    online: filters.sessionType === 'faceToFace' ? 0 : offeredBits(['online']),
    wishKm: filters.radius ?? null,
    isPlaced: isPlaceAsked(filters),
  }
}

/** The seeker's own wishes, which give points and exclude nobody. */
function compileWishes({ filters: { subject, level }, seeker }: TeacherQuery) {
  const own = weekBits(seeker.slots ?? [])
  return {
    subjects: taughtBits(subject ? [subject] : seeker.subjects),
    levels: taughtBits(level ? [level] : seeker.levels),
    own,
    sharedPoints: Uint8Array.from({ length: 61 }, (_, shared) => hoursPoints(shared)),
    mostShared: hoursPoints(countBits(own.early) + countBits(own.late)),
  }
}

/** Keeps the best `limit` of one lane after a position. */
function keepBest(limit: number, after: Standing | null) {
  const kept: Standing[] = []
  let floor = 0
  return {
    kept,
    /** Lower scores cannot be kept any more. */
    floor: (): number => floor,
    offer: (id: string, key: number): void => {
      const found = { id, key }
      if (after && compareStanding(found, after) <= 0) return
      const at = kept.findLastIndex((one) => compareStanding(one, found) < 0) + 1
      if (at >= limit) return
      kept.splice(at, 0, found)
      if (kept.length > limit) kept.pop()
      if (kept.length === limit) floor = scoreOf(kept.at(-1)?.key ?? 0)
    },
  }
}
