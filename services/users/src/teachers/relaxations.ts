import { setImmediate } from 'node:timers/promises'
import type { TeacherFilters } from '@darsi/contracts/calls/users/teachers-api.ts'
import { fromTheTop, searchTeachers } from './index/search.ts'
import type { TeacherIndex } from './index/teacher-index.ts'
import type { TeacherQuery } from './match.ts'

/**
 * Number of matches without one of the filters, most helpful first; filters that do not help are left out. Each filter
 * costs one scan. Other requests are handled between them.
 */
export async function relaxations(index: TeacherIndex, query: TeacherQuery) {
  const found: { filter: string; total: number }[] = []
  // `as`: the keys of the filters
  for (const filter of Object.keys(query.filters) as (keyof TeacherFilters)[]) {
    if (query.filters[filter] === undefined) continue
    await setImmediate()
    const total = count(index, { ...query, filters: without(query.filters, filter) })
    if (total > 0) found.push({ filter, total })
  }
  return found.sort((a, b) => b.total - a.total)
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
