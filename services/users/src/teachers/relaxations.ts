import type { TeacherFilters } from '@darsi/contracts/calls/users/teachers-api.ts'
import { fromTheTop, searchTeachers } from './index/search.ts'
import type { TeacherIndex } from './index/teacher-index.ts'
import type { TeacherQuery } from './match.ts'

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
  searchTeachers(index, query, { limit: 1, after: fromTheTop }).total
