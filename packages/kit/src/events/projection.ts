import { documentsOf, type Stored, type Upsert } from '../mongo/collection.ts'
import { inserted, isDuplicateKey } from '../mongo/mongo.ts'

/** A row written by `project`: `src.<producer>` is the last applied sequence of each source. */
export type Projected = { _id: string; src?: Record<string, number>; erasedAt?: Date | null }

/**
 * Applies an event to a read-model document once. An event that is not newer than the last one of its source is
 * `stale`, and an erased document stays erased. Each field group belongs to one source, so topics may arrive in any
 * relative order.
 * @param options.part names a group of fields that no other event of the source writes. It has a sequence of its own,
 * so a dead letter that is replayed late still applies after newer events of other parts
 */
export async function project<D extends Projected>(
  stored: Stored<D>,
  id: string,
  event: { producer: string; sequence: number },
  change: Upsert<D>,
  { upsert = true, part }: { upsert?: boolean; part?: string } = {},
): Promise<'applied' | 'stale'> {
  const documents = documentsOf(stored)
  const source = `src.${event.producer}${part ? `-${part}` : ''}`
  // `$not $gte`, not `$lt`: a row that another source created first has no such field yet
  const filter = { _id: id, [source]: { $not: { $gte: event.sequence } }, erasedAt: null }
  const { $setOnInsert, ...rest } = change
  const update = { ...rest, $set: { ...change.$set, [source]: event.sequence } }
  if (upsert) {
    try {
      const insertable = $setOnInsert ? { ...update, $setOnInsert } : update
      const written = await documents.updateOne(filter, insertable, { upsert })
      return written.matchedCount + written.upsertedCount > 0 ? 'applied' : 'stale'
    } catch (error) {
      if (!isDuplicateKey(error)) throw error
      // without the row the duplicate key came from another unique index, so the event is not stale
      if ((await documents.countDocuments({ _id: id })) === 0) throw error
    }
  }
  // the row exists: newer, erased, or created between the read and the upsert
  const written = await documents.updateOne(filter, update)
  return written.matchedCount > 0 ? 'applied' : 'stale'
}

/**
 * Sets fields that several sources write, so that a sequence cannot order them: the newest time wins, whatever order
 * events arrive in. An erased row stays without them.
 * @param options.field keeps the time of the last change
 */
export async function setNewer<D extends Projected>(
  stored: Stored<D>,
  id: string,
  fields: Partial<D>,
  { field, at, upsert = false }: { field: keyof D & string; at: Date; upsert?: boolean },
): Promise<void> {
  const older = { _id: id, erasedAt: null, [field]: { $not: { $gte: at } } }
  // a duplicate key: the row is newer or erased, so the upsert found nothing to update
  await inserted(documentsOf(stored).updateOne(older, { $set: { ...fields, [field]: at } }, { upsert }))
}
