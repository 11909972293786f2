import { timeZone } from '@darsi/contracts/reference/tunis-time.ts'
import type { Collection } from '@darsi/kit/mongo/collection.ts'

export type DayCount = { day: string; kind: string; count: number }

/** Counts the documents of each kind and day of Tunis, by one of their dates. */
export async function dayCounts<T extends { _id: string }>(
  collection: Collection<T>,
  { at, kind, match }: { at: string; kind: string; match: object },
): Promise<DayCount[]> {
  const day = { $dateToString: { date: `$${at}`, format: '%Y-%m-%d', timezone: timeZone } }
  const found = await collection
    .aggregate<{ _id: Omit<DayCount, 'count'>; count: number }>([
      { $match: match },
      { $group: { _id: { day, kind: `$${kind}` }, count: { $sum: 1 } } },
    ])
    .toArray()
  return found.map(({ _id, count }) => ({ ..._id, count }))
}

export async function valueCounts<T extends { _id: string }>(
  collection: Collection<T>,
  field: string,
  match: object,
): Promise<Map<string, number>> {
  const found = await collection
    .aggregate<{ _id: unknown; count: number }>([
      { $match: match },
      { $group: { _id: `$${field}`, count: { $sum: 1 } } },
    ])
    .toArray()
  return new Map(found.map(({ _id, count }) => [String(_id), count]))
}
