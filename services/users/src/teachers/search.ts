import type { TeacherFilters } from '@darsi/contracts/teachers-api.ts'
import { bestOf, type Found } from './best.ts'
import { candidates, compile, fitsAt, scoreAt } from './compiled.ts'
import type { TeacherQuery } from './match.ts'
import { compareStanding, rankKey, type Standing, takeTurns } from './order.ts'
import { governorateCount, governorateOf } from './places.ts'
import type { TeacherIndex } from './teacher-index.ts'

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
  visit(index, wanted, (slot) => {
    const governorate = governorateOf[table.place[slot] ?? 0] ?? 0
    counts[governorate] = (counts[governorate] ?? 0) + 1
    const isNew = today < (table.newUntil[slot] ?? 0)
    const best = isNew ? fresh : established
    const score = scoreAt(table, wanted, slot)
    // cheaper than the key, and most are far below the floor
    if ((score + 1) * 2 ** 32 <= best.floor()) return
    const key = rankKey(score, table.hash[slot] ?? 0, today)
    if (key < best.floor()) return
    const last = isNew ? after.fresh : after.established
    if (last && key > last.key) return
    const found = { key, slot, id: index.idAt(slot) }
    if (last && compareStanding(found, last) <= 0) return
    best.offer(found)
  })
  const turns = takeTurns(established.sorted(), fresh.sorted(), { before: after.before, limit: limit + 1 })
  const given = turns.slice(0, limit)
  const isFresh = ({ slot }: Found) => today < (table.newUntil[slot] ?? 0)
  return {
    slots: given.map(({ slot }) => slot),
    total: counts.reduce((sum, count) => sum + count, 0),
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
  let total = 0
  visit(index, compile(query), () => total++)
  return total
}

function visit(index: TeacherIndex, wanted: ReturnType<typeof compile>, act: (slot: number) => void): void {
  const table = index.columns()
  const lists = candidates(index, wanted)
  if (lists === null) {
    const end = index.end()
    for (let slot = 0; slot < end; slot++) if (fitsAt(table, wanted, slot)) act(slot)
    return
  }
  for (const list of lists) {
    for (let at = 0; at < list.length; at++) {
      const slot = list[at] ?? 0
      if (fitsAt(table, wanted, slot)) act(slot)
    }
  }
}

const standing = (found: Found | undefined): Standing | undefined => found && { key: found.key, id: found.id }
