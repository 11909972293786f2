import type { Collection } from 'mongoose'

/** Of a stored collection, as far as a page needs it. */
type Rows = Pick<Collection, 'find' | 'countDocuments'>
type Direction = 1 | -1

type Asked<Row> = {
  filter: object
  /** What stands behind the cursor (`beyond`); `{}` for the first page. */
  behind: object
  /** By `_id` last, so that no two rows stand in the same place. */
  sort: Record<string, Direction>
  limit: number
  cursorOf: (last: Row) => string
}

/** A page of a list, where it ends if more follow, and how many there are. Native: the filters are our own. */
export async function pageOf<Row>(
  collection: Rows,
  { filter, behind, sort, limit, cursorOf }: Asked<Row>,
): Promise<{ rows: Row[]; nextCursor: string | null; total: number }> {
  const found = (await collection
    .find({ $and: [filter, behind] } as never, { sort, limit: limit + 1 })
    // `as`: the schema of whoever asks
    .toArray()) as unknown as Row[]
  const rows = found.slice(0, limit)
  const last = found.length > limit ? rows.at(-1) : undefined
  return {
    rows,
    nextCursor: last ? cursorOf(last) : null,
    total: await collection.countDocuments(filter as never),
  }
}

/** Rows behind one of them: they stay the same while new ones arrive in front of it. */
export function beyond(field: string, direction: Direction, value: Date | string, id: string): object {
  const past = direction === 1 ? '$gt' : '$lt'
  return { $or: [{ [field]: { [past]: value } }, { [field]: value, _id: { [past]: id } }] }
}

/** Rows in whose folded fields these folded letters stand; all of them for no letters. */
export function holding(letters: string, ...fields: readonly string[]): object {
  const pattern = letters.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return pattern ? { $or: fields.map((field) => ({ [field]: { $regex: pattern } })) } : {}
}
