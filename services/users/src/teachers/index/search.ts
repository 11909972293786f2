import type { TeacherFilters } from '@darsi/contracts/calls/teachers-api.ts'
import type { TeacherQuery } from './match.ts'
import { type Standing, takeTurns } from './order.ts'
import { scan } from './scan.ts'
import type { TeacherIndex } from './teacher-index.ts'

/** The end of a page: the number of places so far, and the last entry of each of the two orders. */
export type Position = {
  readonly before: number
  readonly established: Standing | null
  readonly fresh: Standing | null
}
export const fromTheTop: Position = { before: 0, established: null, fresh: null }

type Page = {
  ids: string[]
  total: number
  /** Number of matches that are out of reach. */
  outOfReach: number
  byGovernorate: Record<string, number>
  next: Position | null
}

/** One page of the matches, best first; the count is of all matches. */
export function searchTeachers(
  index: TeacherIndex,
  query: TeacherQuery,
  { limit, after }: { limit: number; after: Position },
): Page {
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
      [...counts].flatMap((count, id) => (id > 0 && count > 0 ? [[id, count]] : [])),
    ),
    next: turns.length > limit ? next : null,
  }
}

/** Number of matches without one of the filters, most helpful first; filters that do not help are left out. */
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

/** Removing a governorate removes its delegation too. */
export function without(filters: TeacherFilters, filter: keyof TeacherFilters): TeacherFilters {
  const { [filter]: _, ...others } = filters
  if (filter !== 'governorate') return others
  const { delegation: __, ...rest } = others as TeacherFilters
  return rest
}

const count = (index: TeacherIndex, query: TeacherQuery): number =>
  scan(index, query, { limit: 0, after: fromTheTop }).total
