import { inserted } from '@darsi/kit/mongo.ts'
import { type Connection, Schema } from 'mongoose'

type Claim = { _id: string; connectionId: string; at: Date }

/** Between a claim and its connection lies one write; whoever died there holds nothing after this. */
const graceMs = 60_000

/**
 * What only one open connection may have: a learner's place with a teacher for a subject, and each place of a free
 * teacher. A claim counts while its connection is open, so that nothing has to be given back in time. It is no
 * unique index over the connections, because not every database frees an index entry when a field changes.
 */
export function claimStore(database: Connection, isOpen: (connectionId: string) => Promise<boolean | null>) {
  const schema = new Schema(
    {
      _id: { type: String, required: true },
      connectionId: { type: String, required: true },
      at: { type: Date, required: true },
    },
    { versionKey: false },
  )
  schema.index({ connectionId: 1 })
  const model = database.model<Claim>('connectionClaim', schema)
  const { collection } = model

  const isHeld = async ({ connectionId, at }: Claim, now: Date): Promise<boolean> =>
    (await isOpen(connectionId)) ?? now.getTime() - at.getTime() < graceMs

  const take = async (_id: string, connectionId: string, now: Date): Promise<boolean> => {
    if (await inserted(collection.insertOne({ _id, connectionId, at: now } as never))) return true
    // `as`: the schema above
    const found = (await collection.findOne({ _id } as never)) as unknown as Claim | null
    if (!found || (await isHeld(found, now))) return false
    const left = { _id, connectionId: found.connectionId }
    const taken = await collection.updateOne(left as never, { $set: { connectionId, at: now } } as never)
    return taken.matchedCount === 1
  }

  return {
    take,
    takeOneOf: async (ids: readonly string[], connectionId: string, now: Date): Promise<boolean> => {
      for (const id of ids) if (await take(id, connectionId, now)) return true
      return false
    },
    release: async (connectionId: string): Promise<void> => {
      await collection.deleteMany({ connectionId } as never)
    },
  }
}
