import type { TeacherFilters } from '@darsi/contracts/calls/users/teachers-api.ts'
import { decodeCursor, encodeCursor } from '@darsi/kit/http/cursor.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import * as z from 'zod'
import { fromTheTop, type Position } from './index/search.ts'
import { fnv1a, type Standing } from './order.ts'

const standing = z.tuple([z.number(), z.string().max(64)]).nullable()
/** The day keeps the order of the first page after midnight; the filters must stay the same. */
const schema = z.strictObject({
  day: z.number().int().min(0).max(65_535),
  filters: z.number(),
  before: z.number().int().min(1),
  established: standing,
  fresh: standing,
})

export function writeCursor(position: Position, filters: TeacherFilters, day: number): string {
  const pair = (place: Standing | null) => place && [place.key, place.id]
  return encodeCursor({
    day,
    filters: filtersHash(filters),
    before: position.before,
    established: pair(position.established),
    fresh: pair(position.fresh),
  })
}

/** @throws Problem for a cursor that is invalid or belongs to another search */
export function readCursor(
  cursor: string | undefined,
  filters: TeacherFilters,
  today: number,
): { after: Position; today: number } {
  if (cursor === undefined) return { after: fromTheTop, today }
  const { before, established, fresh, day, filters: hash } = decodeCursor(cursor, schema)
  if (hash !== filtersHash(filters)) throw problem('cursor-invalid')
  const place = (pair: z.output<typeof standing>) => pair && { key: pair[0], id: pair[1] }
  return { after: { before, established: place(established), fresh: place(fresh) }, today: day }
}

function filtersHash(filters: TeacherFilters): number {
  return fnv1a(JSON.stringify(Object.entries(filters).sort(([a], [b]) => (a < b ? -1 : 1))))
}
