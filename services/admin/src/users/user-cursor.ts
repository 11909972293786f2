import { problem } from '@darsi/kit/http/problem.ts'
import type { Place, UserSort } from '../people/people-list.ts'

type Cursor = Place & { sort: string }

export function writeCursor(sort: UserSort, { value, id }: Place): string {
  const cursor: Cursor = { sort, value, id }
  return Buffer.from(JSON.stringify(cursor)).toString('base64url')
}

/**
 * The end of the page before; null for the first page.
 * @throws problem `cursor-invalid`, also for a cursor of another order
 */
export function readCursor(cursor: string | undefined, sort: UserSort): Place | null {
  if (cursor === undefined) return null
  const place = parsed(cursor)
  const isText = sort.endsWith('name')
  if (place?.sort !== sort || typeof place.value !== (isText ? 'string' : 'number'))
    throw problem('cursor-invalid')
  return { value: place.value, id: place.id }
}

function parsed(cursor: string): Cursor | null {
  try {
    const read: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    // `as`: its fields are checked below
    const { sort, value, id } = read as Partial<Cursor>
    const isValue = typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value))
    return typeof sort === 'string' && typeof id === 'string' && isValue ? { sort, value, id } : null
  } catch {
    return null
  }
}
