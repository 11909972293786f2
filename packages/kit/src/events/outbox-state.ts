import type { Documents } from '../mongo/documents.ts'

const waiting = { outboxAt: { $exists: true } }
// for a moment a document may wait whose events have just been sent
const unsent = { ...waiting, 'outbox.0': { $exists: true } }

/** Number of documents with unpublished events, and the age in seconds of the oldest one. */
export async function outboxState(
  collections: readonly Documents[],
): Promise<{ pending: number; oldest: number }> {
  const now = Date.now()
  const states = await Promise.all(
    collections.map(async (collection) => {
      // not by `outboxAt`, which is the end of a lease: while Kafka is away, new documents would come before old ones.
      // `as`: the projection
      const oldest = (await collection.findOne(unsent, {
        sort: { 'outbox.time': 1 },
        projection: { 'outbox.time': 1 },
      })) as { outbox?: { time: string }[] } | null
      const pending = oldest ? await collection.countDocuments(waiting) : 0
      return { pending, since: Date.parse(oldest?.outbox?.[0]?.time ?? '') || now }
    }),
  )
  return {
    pending: states.reduce((sum, { pending }) => sum + pending, 0),
    oldest: (now - Math.min(now, ...states.map(({ since }) => since))) / 1000,
  }
}
