import { fullBit } from '../feature-bits.ts'
import { levelPoints, subjectPoints, type TeacherQuery, tierPoints, topTier } from '../match.ts'
import { keepBest, rankKey, type Standing, takeTurns } from '../order.ts'
import { governorateOf, placeCodes } from '../place-codes.ts'
import { countBits } from '../week.ts'
import { type CompiledQuery, compileQuery, noFit } from './compiled-query.ts'
import type { TeacherIndex } from './teacher-index.ts'

/** The end of a page: the number of places so far, and the last entry of each of the two orders. */
export type Position = {
  readonly before: number
  readonly established: Standing | null
  readonly fresh: Standing | null
}
export const fromTheTop: Position = { before: 0, established: null, fresh: null }
type Range = { limit: number; after: Position }
type Table = ReturnType<TeacherIndex['view']>['table']

/** One page of the matches, best first; the count is of all matches. */
export function searchTeachers(index: TeacherIndex, query: TeacherQuery, { limit, after }: Range) {
  // one more than the page, to detect a next page
  const range = { limit: limit + 1, after }
  const { established, fresh, ...counts } = scan(index, query, range)
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
    ...counts,
    next: turns.length > limit ? next : null,
  }
}

/**
 * Scans every teacher once, block by block: filters, scores, and keeps the best established and the best new ones.
 * Filters as in `fitting`, score as in `reasonsOf`; tests compare them.
 * @returns the counts of all matches, and the best `limit` after a position, best first
 */
function scan(index: TeacherIndex, query: TeacherQuery, { limit, after }: Range) {
  const { table, ids } = index.view()
  const { early, late, rate, name, newUntil, hash } = table
  const compiled = compileQuery(index, query)
  const { askedHours, maxRate, matchingNames, own, sharedPoints, mostShared } = compiled
  const established = keepBest(limit, after.established)
  const fresh = keepBest(limit, after.fresh)
  const block = { slots: new Uint32Array(blockSize), points: new Uint16Array(blockSize) }
  const found = new Uint32Array(placeCodes)
  let candidates = 0
  for (let from = 0; from < ids.length; from += blockSize) {
    const end = Math.min(from + blockSize, ids.length)
    let count = fillBlock(block, { from, end }, table, compiled)
    // a column that the query does not ask about is not read
    if (askedHours)
      count = keep(block, count, (slot) =>
        isSet(((early[slot] ?? 0) & askedHours.early) | ((late[slot] ?? 0) & askedHours.late)),
      )
    if (maxRate !== null) count = keep(block, count, (slot) => Number((rate[slot] ?? 0) <= maxRate))
    if (matchingNames) count = keep(block, count, (slot) => matchingNames[name[slot] ?? 0] ?? 0)
    candidates += count
    const floor = Math.min(established.floor(), fresh.floor())
    // counting shared hours is expensive, and most teachers cannot reach the page by them
    count = score(block, count, { table, compiled, found, floor: floor - mostShared })
    for (let at = 0; at < count; at++) {
      const slot = block.slots[at] ?? 0
      const shared = countBits((early[slot] ?? 0) & own.early) + countBits((late[slot] ?? 0) & own.late)
      const points = (block.points[at] ?? 0) + (sharedPoints[shared] ?? 0)
      const best = points >= topTier && query.today < (newUntil[slot] ?? 0) ? fresh : established
      if (points >= best.floor()) best.offer(ids[slot] ?? '', rankKey(points, hash[slot] ?? 0, query.today))
    }
  }
  const { total, byGovernorate } = countsOf(found)
  const outOfReach = candidates - total
  return { total, byGovernorate, outOfReach, established: established.kept, fresh: fresh.kept }
}

/** A block of this many slots stays in the processor's cache. */
const blockSize = 4096

/**
 * Slots with their points so far. The loops over them drop slots without a branch: the processor would mispredict half
 * of those, and that costs more than all else.
 */
type Block = { slots: Uint32Array; points: Uint16Array }

/** Fills in the slots that have the required place and bits. @returns their number */
function fillBlock(
  { slots }: Block,
  { from, end }: { from: number; end: number },
  { taught, offered, place }: Table,
  { online, onlinePoints, placePoints, askedTaught, askedOffered }: CompiledQuery,
): number {
  let kept = 0
  for (let slot = from; slot < end; slot++) {
    const offers = offered[slot] ?? 0
    const where = place[slot] ?? 0
    // all bits for a teacher who teaches online, else none
    const isOnline = 0 - isSet(offers & online)
    const near = ((onlinePoints[where] ?? 0) & isOnline) | ((placePoints[where] ?? 0) & ~isOnline)
    const lacks = (~(taught[slot] ?? 0) & askedTaught) | (~offers & askedOffered)
    slots[kept] = slot
    kept += 1 - isSet(lacks | (near & noFit))
  }
  return kept
}

/** Keeps the slots for which `fits` is 1. @returns their number */
function keep({ slots }: Block, count: number, fits: (slot: number) => number): number {
  let kept = 0
  for (let at = 0; at < count; at++) {
    const slot = slots[at] ?? 0
    slots[kept] = slot
    kept += fits(slot)
  }
  return kept
}

type Scoring = { table: Table; compiled: CompiledQuery; found: Uint32Array; floor: number }

/**
 * Counts the reachable teachers of each place, or all of them when the query asks for a place. Of the counted ones it
 * keeps those whose points without shared hours reach the floor. @returns their number
 */
function score({ slots, points }: Block, count: number, { table, compiled, found, floor }: Scoring): number {
  const { taught, offered, place, reachKm, merit } = table
  const { online, onlinePoints, placePoints, ownKm, wishKm, isPlaced, subjects, levels } = compiled
  const all = Number(isPlaced)
  let kept = 0
  for (let at = 0; at < count; at++) {
    const slot = slots[at] ?? 0
    const has = taught[slot] ?? 0
    const offers = offered[slot] ?? 0
    const where = place[slot] ?? 0
    const isOnline = 0 - isSet(offers & online)
    const near = ((onlinePoints[where] ?? 0) & isOnline) | ((placePoints[where] ?? 0) & ~isOnline)
    // the seeker's radius replaces the teacher's
    const isNear = 1 - isLess(wishKm ?? reachKm[slot] ?? 0, ownKm[where] ?? 0)
    const reachable = (isOnline & 1) | isNear
    const tier = tiers[(offers & fullBit) | (reachable << 1)] ?? 0
    const sum =
      tier + near + forSubject * isSet(has & subjects) + forLevel * isSet(has & levels) + (merit[slot] ?? 0)
    slots[kept] = slot
    points[kept] = sum
    found[where] = (found[where] ?? 0) + (reachable | all)
    kept += (reachable | all) & isLess(floor - 1, sum)
  }
  return kept
}

/** The index is 1 for a full teacher, plus 2 for a reachable one. */
const tiers = [false, true].flatMap((reachable) =>
  [false, true].map((full) => tierPoints({ full, reachable })),
)

/** The number of matches, and that of each governorate by its id. */
function countsOf(found: Uint32Array) {
  const byGovernorate: Record<number, number> = {}
  let total = 0
  for (const [code, count] of found.entries()) {
    total += count
    const id = governorateOf(code)
    if (id > 0 && count > 0) byGovernorate[id] = (byGovernorate[id] ?? 0) + count
  }
  return { total, byGovernorate }
}

const forSubject = subjectPoints(true)
const forLevel = levelPoints(true)

/** 1 for any word except 0, without a branch that the processor would mispredict. */
const isSet = (word: number): number => (word | (0 - word)) >>> 31

/** 1 when `a < b`, for small numbers. */
const isLess = (a: number, b: number): number => (a - b) >>> 31
