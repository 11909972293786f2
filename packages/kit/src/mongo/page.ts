import { problem } from '../http/problem.ts'
import { type Collection, documentsOf } from './collection.ts'

/**
 * The sort fields of a list, with their form in a cursor. The last one is `_id` or another unique field; otherwise rows
 * would be skipped between two pages. Every row has a value in each.
 */
export type Order<T> = readonly Key<T>[]
type Key<T> = readonly [
  field: (keyof T & string) | `${keyof T & string}.${string}`,
  kind: 'time' | 'number' | 'text',
  direction: 1 | -1,
]

/** By a time, and rows of the same time by their id. */
export const byTime = <Field extends string>(field: Field, direction: 1 | -1) =>
  [
    [field, 'time', direction],
    ['_id', 'text', direction],
  ] as const

/** @param name starts the cursor, so that a cursor of another order of the same list is refused */
type Options<T> = {
  filter: object
  order: Order<T>
  limit: number
  cursor?: string | undefined
  name?: string
}

/** One page of a list, the cursor of the next page, and the total number of rows. @throws problem `cursor-invalid` */
export async function pageOf<T extends { _id: string }>(
  collection: Collection<T>,
  { filter, order, limit, cursor, name }: Options<T>,
): Promise<{ rows: T[]; nextCursor: string | null; total: number }> {
  const documents = documentsOf<T>(collection)
  const behind = cursor === undefined ? {} : behindCursor(cursor, order, name)
  const sort = Object.fromEntries(order.map(([field, , direction]) => [field, direction]))
  const [found, total] = await Promise.all([
    documents.find({ $and: [filter, behind] }, { sort, limit: limit + 1 }).toArray(),
    documents.countDocuments(filter),
  ])
  const rows = found.slice(0, limit)
  const last = found.length > limit ? rows.at(-1) : undefined
  return { rows, nextCursor: last ? cursorOf(last, order, name) : null, total }
}

/** The sort values of a page's last row, joined by `_`: `1790000000000_<id>`. */
function cursorOf<T>(row: T, order: Order<T>, name?: string): string {
  const values = order.map(([path, kind], index) => {
    const value = path.split('.').reduce<unknown>((part, field) => Object(part)[field], row)
    if (kind === 'time') return String(Number(value))
    return kind === 'text' && index < order.length - 1 ? escaped(String(value)) : String(value)
  })
  return [...(name ? [name] : []), ...values].join('_')
}

/** Filters the rows after a cursor. New rows in front of it do not change them. @throws problem `cursor-invalid` */
function behindCursor<T>(cursor: string, order: Order<T>, name?: string): object {
  const values = read(cursor, order, name)
  return {
    $or: order.map(([field, , direction], index) => ({
      ...Object.fromEntries(order.slice(0, index).map(([before], at) => [before, values[at]])),
      [field]: { [direction === 1 ? '$gt' : '$lt']: values[index] },
    })),
  }
}

function read<T>(cursor: string, order: Order<T>, name?: string): (Date | number | string)[] {
  const parts = order.map(([, kind], index) => {
    if (kind === 'time') return String.raw`(\d{1,15})`
    if (kind === 'number') return String.raw`(-?\d{1,15}(?:\.\d{1,20})?)`
    return index < order.length - 1 ? '([^_]{0,600})' : '(.{1,200})'
  })
  const [, ...texts] =
    new RegExp(`^${[...(name ? [name] : []), ...parts].join('_')}$`, 's').exec(cursor) ?? []
  if (texts.length !== order.length) throw problem('cursor-invalid')
  return order.map(([, kind], index) => {
    const text = texts[index] ?? ''
    if (kind === 'time') return new Date(Number(text))
    if (kind === 'number') return Number(text)
    return index < order.length - 1 ? unescaped(text) : text
  })
}

/** Escapes `_`, the separator of the values. */
const escaped = (text: string) => encodeURIComponent(text).replaceAll('_', '%5F')

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw problem('cursor-invalid')
  }
}
