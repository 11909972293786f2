import { decodeCursor, encodeCursor } from '@darsi/kit/http/cursor.ts'
import * as z from 'zod'
import type { Place, UserSort } from '../people/people-list.ts'

export function writeCursor(sort: UserSort, { value, id }: Place): string {
  return encodeCursor({ sort, value, id })
}

/**
 * The end of the page before; null for the first page.
 * @throws problem `cursor-invalid`, also for a cursor of another order
 */
export function readCursor(cursor: string | undefined, sort: UserSort): Place | null {
  if (cursor === undefined) return null
  const value = sort.endsWith('name') ? z.string() : z.number()
  return decodeCursor(cursor, z.object({ sort: z.literal(sort), value, id: z.string() }))
}
