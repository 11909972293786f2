import { nameWords } from '@darsi/contracts/rules/fold-name.ts'
import { countBits, weekBits, weekBitsOf } from '../week.ts'
import { fullBit, listedBit, offeredBits, sectionKey, taughtBits } from './feature-bits.ts'
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
} from './match.ts'
import { compareStanding, rankKey, type Standing, scoreOf } from './order.ts'
import { distancesFrom, governorateCount, governorateOf, placeAt, placeCount, placeOf } from './places.ts'
import type { TeacherIndex } from './teacher-index.ts'

export type Lane = 'established' | 'fresh'
export type Found = Standing & { readonly lane: Lane }
type Range = { limit: number; after: Readonly<Record<Lane, Standing | null>> }

/**
 * Scans every teacher once: filters, scores, and keeps the best established and the best new ones. Filters as in
 * `fitting`, score as in `reasonsOf`; tests compare them.
 * @returns the number of matches by governorate id (0: no place), the number left out as out of reach, and the best
 * `limit` after a position, best first
 */
export function scan(index: TeacherIndex, query: TeacherQuery, { limit, after }: Range) {
  const { table, end, ids } = index.view()
  const { taught, offered, reachKm, place, rate, early, late, name, merit, newUntil, hash } = table
  const { askedTaught, askedOffered, online, maxRate, wantedEarly, wantedLate, ownEarly, ownLate, ...more } =
    compile(query)
  const { placePoints, onlinePoints, ownKm, wishKm, isPlaced, ...rest } = more
  const { isRated, isTimed, words, subjects, levels, sharedPoints, mostShared } = rest
  const named = words.length > 0 ? index.namesMatching(words) : null
  const { today } = query
  const established = keepBest('established', limit, after.established)
  const fresh = keepBest('fresh', limit, after.fresh)
  let floor = Math.min(established.floor(), fresh.floor())
  const counts = new Uint32Array(placeCount)
  let outOfReach = 0
  for (let slot = 0; slot < end; slot++) {
    const has = taught[slot] ?? 0
    const offers = offered[slot] ?? 0
    const where = place[slot] ?? 0
    const near = ((offers & online) !== 0 ? onlinePoints[where] : placePoints[where]) ?? noFit
    const lacks = ((has & askedTaught) ^ askedTaught) | ((offers & askedOffered) ^ askedOffered)
    // one branch for all: the processor would mispredict each of them half of the time
    if ((lacks | (near & noFit)) !== 0) continue
    // not `>`: an unknown rate is NaN
    if (isRated && !((rate[slot] ?? Number.NaN) <= maxRate)) continue
    if (isTimed && (((early[slot] ?? 0) & wantedEarly) | ((late[slot] ?? 0) & wantedLate)) === 0) continue
    if (named && named[name[slot] ?? 0] === 0) continue
    const reachable = (offers & online) !== 0 || (ownKm[where] ?? 0) <= (wishKm ?? reachKm[slot] ?? 0)
    if (!(reachable || isPlaced)) {
      outOfReach++
      continue
    }
    counts[where] = (counts[where] ?? 0) + 1
    const tier = tierPoints({ full: (offers & fullBit) !== 0, reachable })
    const withoutHours =
      tier + near + forSubject * isSet(has & subjects) + forLevel * isSet(has & levels) + (merit[slot] ?? 0)
    // counting shared hours is the most expensive part, and most teachers cannot reach the page by them
    if (withoutHours + mostShared < floor) continue
    const shared = countBits((early[slot] ?? 0) & ownEarly) + countBits((late[slot] ?? 0) & ownLate)
    const score = withoutHours + (sharedPoints[shared] ?? 0)
    if (score < floor) continue
    const best = tier === topTier && today < (newUntil[slot] ?? 0) ? fresh : established
    if (score < best.floor()) continue
    best.offer(ids[slot] ?? '', rankKey(score, hash[slot] ?? 0, today))
    floor = Math.min(established.floor(), fresh.floor())
  }
  return { counts: byGovernorate(counts), outOfReach, established: established.kept, fresh: fresh.kept }
}

function byGovernorate(byPlace: Uint32Array): Uint32Array {
  const counts = new Uint32Array(governorateCount + 1)
  byPlace.forEach((count, place) => {
    const id = governorateOf[place] ?? 0
    counts[id] = (counts[id] ?? 0) + count
  })
  return counts
}

const forSubject = subjectPoints(true)
const forLevel = levelPoints(true)

/** 1 for any word except 0, without a branch that the processor would mispredict. */
const isSet = (word: number): number => (word | (0 - word)) >>> 31

/** Marks a teacher that does not match: a bit that no number of points sets. */
const noFit = 128

/** Compiles a query for the columns of the index: required bits, and tables of points per place and number of hours. */
function compile({ filters, seeker }: TeacherQuery) {
  const { subject, level, section, language, sessionType, maxRate, day, hour, name } = filters
  const wanted = weekBitsOf({ day, hour })
  const own = weekBits(seeker.slots ?? [])
  const distances = distancesFrom(placeOf(seeker))
  const points = Array.from(distances, (km) => distancePoints(km < 0 ? null : km))
  return {
    askedTaught: listedBit | taughtBits([subject, level]),
    askedOffered: offeredBits([language, sessionType, section && sectionKey(section)]),
    subjects: taughtBits(subject ? [subject] : seeker.subjects),
    levels: taughtBits(level ? [level] : seeker.levels),
    online: sessionType === 'faceToFace' ? 0 : offeredBits(['online']),
    isPlaced: isPlaceAsked(filters),
    wishKm: filters.radius ?? null,
    // a place that is not known counts as near
    ownKm: Uint16Array.from(distances, (km) => (seeker.governorateId === null ? 0 : km < 0 ? 65_535 : km)),
    words: name === undefined ? [] : nameWords(name),
    isRated: maxRate !== undefined,
    maxRate: maxRate ?? 0,
    isTimed: day !== undefined || hour !== undefined,
    wantedEarly: wanted.early,
    wantedLate: wanted.late,
    ownEarly: own.early,
    ownLate: own.late,
    placePoints: Uint8Array.from(points, (each, number) =>
      fitsPlace(placeAt(number), filters, seeker) ? each : noFit,
    ),
    onlinePoints: Uint8Array.from(points, (each, number) =>
      filters.reach === 'or-online' || fitsPlace(placeAt(number), filters, seeker) ? each : noFit,
    ),
    mostShared: hoursPoints(
      own.early === 0 && own.late === 0 ? 0 : countBits(own.early) + countBits(own.late),
    ),
    sharedPoints: Uint8Array.from({ length: 61 }, (_, shared) => hoursPoints(shared)),
  }
}

/** Keeps the best `limit` of one lane after a position; with a limit of 0 it only counts. */
function keepBest(lane: Lane, limit: number, after: Standing | null) {
  const kept: Found[] = []
  let floor = limit > 0 ? 0 : 2 * topTier
  return {
    kept,
    /** Lower scores cannot be kept any more. */
    floor: (): number => floor,
    offer: (id: string, key: number): void => {
      const found = { id, key, lane }
      if (after && compareStanding(found, after) <= 0) return
      const at = kept.findLastIndex((one) => compareStanding(one, found) < 0) + 1
      if (at >= limit) return
      kept.splice(at, 0, found)
      if (kept.length > limit) kept.pop()
      if (kept.length === limit) floor = scoreOf(kept.at(-1)?.key ?? 0)
    },
  }
}
