import { problem } from '@darsi/kit/problem.ts'
import type { Place } from './people/order.ts'
import type { UserSort } from './user-store.ts'

type Mark = Place & { sort: string }

export function writeCursor(sort: UserSort, { value, id }: Place): string {
  const mark: Mark = { sort, value, id }
  return Buffer.from(JSON.stringify(mark)).toString('base64url')
}

/**
 * Where a page ended; null for the first page.
 * @throws problem `cursor-invalid`, also for a cursor of another order
 */
export function readCursor(cursor: string | undefined, sort: UserSort): Place | null {
  if (cursor === undefined) return null
  const mark = parsed(cursor)
  const isText = sort.endsWith('name')
  if (mark?.sort !== sort || typeof mark.value !== (isText ? 'string' : 'number'))
    throw problem('cursor-invalid')
  return { value: mark.value, id: mark.id }
}

function parsed(cursor: string): Mark | null {
  try {
    const mark: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    // `as`: looked at below
    const { sort, value, id } = mark as Partial<Mark>
    const isValue = typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value))
    return typeof sort === 'string' && typeof id === 'string' && isValue ? { sort, value, id } : null
  } catch {
    return null
  }
}
