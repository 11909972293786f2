import type { TeacherFilters } from '@darsi/contracts/teachers-api.ts'
import { bestOf, type Found } from './best.ts'
import { countAll, slotsIn } from './bit-columns.ts'
import { compile, noFit } from './compiled.ts'
import { countFitting } from './count.ts'
import type { TeacherQuery } from './match.ts'
import { compareStanding, rankKey, type Standing, scoreOf, takeTurns } from './order.ts'
import { governorateCount } from './places.ts'
import { type Scan, scan } from './scan.ts'
import type { TeacherIndex } from './teacher-index.ts'
import { countBits } from './week.ts'

/** Where a page ended: how many places were given, and the last of each of the two orders. */
export type Position = {
  readonly before: number
  readonly established: Standing | null
  readonly fresh: Standing | null
}
export const fromTheTop: Position = { before: 0, established: null, fresh: null }

export type Page = {
  slots: number[]
  total: number
  byGovernorate: Record<string, number>
  next: Position | null
}

/** One page of those who fit, best first; the count is of all of them. */
export function searchTeachers(
  index: TeacherIndex,
  query: TeacherQuery,
  { limit, after }: { limit: number; after: Position },
): Page {
  const table = index.columns()
  const wanted = compile(query)
  const { today } = query
  const counts = new Uint32Array(governorateCount + 1)
  // one more than the page, to know whether another follows
  const established = bestOf(limit + 1)
  const fresh = bestOf(limit + 1)
  const offer = (slot: number, score: number, lane: 0 | 1): number => {
    const best = lane === 1 ? fresh : established
    const last = lane === 1 ? after.fresh : after.established
    const key = rankKey(score, table.hash[slot] ?? 0, today)
    if (key >= best.floor() && !(last && key > last.key)) {
      const found = { key, slot, id: index.idAt(slot) }
      if (!last || compareStanding(found, last) > 0) best.offer(found)
    }
    return Math.max(0, scoreOf(best.floor()))
  }
  scanAll(index, { table, wanted, today, counts, offer, floors: new Uint8Array(2) })
  const turns = takeTurns(established.sorted(), fresh.sorted(), { before: after.before, limit: limit + 1 })
  const given = turns.slice(0, limit)
  const isFresh = ({ slot }: Found) => today < (table.newUntil[slot] ?? 0)
  return {
    slots: given.map(({ slot }) => slot),
    total: sum(counts),
    byGovernorate: Object.fromEntries(
      [...counts].flatMap((count, id) => (id > 0 && count > 0 ? [[String(id), count]] : [])),
    ),
    next:
      turns.length <= limit
        ? null
        : {
            before: after.before + limit,
            established: standing(given.findLast((found) => !isFresh(found))) ?? after.established,
            fresh: standing(given.findLast(isFresh)) ?? after.fresh,
          },
  }
}

/** How many would fit without one of the filters, most helpful first; nothing that would not help. */
export function relaxations(index: TeacherIndex, query: TeacherQuery): { filter: string; total: number }[] {
  // `as`: the keys of the filters
  const given = (Object.keys(query.filters) as (keyof TeacherFilters)[]).filter(
    (name) => query.filters[name] !== undefined,
  )
  return given
    .map((filter) => ({ filter, total: count(index, { ...query, filters: without(query.filters, filter) }) }))
    .filter(({ total }) => total > 0)
    .sort((a, b) => b.total - a.total)
}

/** A delegation says nothing without its governorate. */
export function without(filters: TeacherFilters, filter: keyof TeacherFilters): TeacherFilters {
  const { [filter]: _, ...others } = filters
  if (filter !== 'governorate') return others
  const { delegation: __, ...rest } = others as TeacherFilters
  return rest
}

function count(index: TeacherIndex, query: TeacherQuery): number {
  const counts = new Uint32Array(governorateCount + 1)
  // a floor above every score: nobody is offered, all are counted
  const nobody = { offer: () => 255, floors: Uint8Array.of(255, 255) }
  const one = { table: index.columns(), wanted: compile(query), today: query.today, counts, ...nobody }
  if (one.wanted.words.length > 0) scan(one, index.called(one.wanted.words))
  else countFitting(index, one.wanted, index.having(one.wanted.groups), counts)
  return sum(counts)
}

/** So few that one look at each is the shortest way. */
const few = 20_000

function scanAll(index: TeacherIndex, one: Scan): void {
  const { wanted } = one
  if (wanted.words.length > 0) {
    scan(one, index.called(wanted.words))
    return
  }
  const bits = index.having(wanted.groups)
  const most = countAll(bits)
  if (most <= few) {
    scan(one, slotsIn(bits, most))
    return
  }
  countFitting(index, wanted, bits, one.counts)
  rank(index, { ...one, counts: new Uint32Array(governorateCount + 1) })
}

/** Looks at those who can score most first, and at nobody who cannot come in any more. */
function rank(index: TeacherIndex, one: Scan): void {
  const { wanted, floors, today } = one
  const { sharedPoints, ownEarly, ownLate, subjectPoints, traitPoints, placePoints } = wanted
  const rest =
    (sharedPoints[countBits(ownEarly) + countBits(ownLate)] ?? 0) + best(subjectPoints) + best(traitPoints)
  const bound = (place: number) => (placePoints[place] === noFit ? null : (placePoints[place] ?? 0) + rest)
  for (const { bound: most, bucket } of index.inOrder(bound)) {
    const [established = 0, fresh = 0] = floors
    if (most < Math.min(established, fresh)) return
    if (most >= established || bucket.newUntil > today) scan(one, bucket.list.view())
  }
}

const best = (points: Uint8Array): number =>
  points.reduce((most, each) => (each === noFit ? most : Math.max(most, each)), 0)

const sum = (counts: Uint32Array): number => counts.reduce((total, count) => total + count, 0)

const standing = (found: Found | undefined): Standing | undefined => found && { key: found.key, id: found.id }
