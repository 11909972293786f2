import { timeZone } from '@darsi/contracts/tunis-time.ts'

/** A mongoose model, as far as counting goes. */
type Counted = {
  collection: { aggregate: (stages: object[]) => { toArray: () => Promise<unknown[]> } }
}
export type DayCount = { day: string; kind: string; count: number }

/** How many documents there are of each kind and day of Tunis, by one of their dates. */
export async function dayCounts(
  { collection }: Counted,
  { at, kind, match }: { at: string; kind: string; match: object },
): Promise<DayCount[]> {
  const day = { $dateToString: { date: `$${at}`, format: '%Y-%m-%d', timezone: timeZone } }
  const found = await collection
    .aggregate([{ $match: match }, { $group: { _id: { day, kind: `$${kind}` }, count: { $sum: 1 } } }])
    // `as`: the stages above
    .toArray()
  return (found as unknown as { _id: { day: string; kind: string }; count: number }[]).map(
    ({ _id, count }) => ({ ..._id, count }),
  )
}

/** How many documents there are for each value of a field. */
export async function valueCounts(
  { collection }: Counted,
  field: string,
  match: object,
): Promise<Map<string, number>> {
  const found = await collection
    .aggregate([{ $match: match }, { $group: { _id: `$${field}`, count: { $sum: 1 } } }])
    // `as`: the stages above
    .toArray()
  return new Map(
    (found as unknown as { _id: unknown; count: number }[]).map(({ _id, count }) => [String(_id), count]),
  )
}
