import type { Model } from 'mongoose'
import { isDuplicateKey } from './mongo.ts'

/** Schema fields of a read-model document. `src.<producer>` is the last sequence seen of each source. */
export const projectionFields = {
  src: { type: Object, default: {} },
  erasedAt: { type: Date, default: null },
} as const

type Change = { $set?: object; $unset?: object; $setOnInsert?: object; $inc?: object }

/**
 * Applies an event to a read-model document once: an event that is not newer than the last one of its source is
 * `stale`, and nothing brings an erased document back. Field groups belong to one source each, so topics may
 * arrive in any relative order.
 */
export async function project(
  model: Model<never>,
  id: string,
  event: { producer: string; sequence: number },
  change: Change,
  { upsert = true }: { upsert?: boolean } = {},
): Promise<'applied' | 'stale'> {
  const source = `src.${event.producer}`
  // `$not $gte`, not `$lt`: a row that another source created first has no such field yet
  const filter = { _id: id, [source]: { $not: { $gte: event.sequence } }, erasedAt: null }
  const update = { ...change, $set: { ...change.$set, [source]: event.sequence } }
  try {
    const result = await model.collection.updateOne(filter as never, update as never, { upsert })
    return result.matchedCount + result.upsertedCount > 0 ? 'applied' : 'stale'
  } catch (error) {
    if (!upsert || !isDuplicateKey(error)) throw error
    return project(model, id, event, withoutInsert(change), { upsert: false })
  }
}

function withoutInsert({ $setOnInsert: _, ...change }: Change): Change {
  return change
}
