import { randomUUID } from 'node:crypto'
import type { Connection } from 'mongoose'
import { collection } from './collection.ts'
import { isDuplicateKey } from './mongo.ts'

type Row = { _id: string; owner: string; until: Date }

/**
 * A job that one process of a service does at a time. The holder takes the lease again while it works; another process
 * gets it `forMs` after the last time, also when the holder was killed.
 * @param now by the database's clock
 */
export function createLease(
  connection: Connection,
  job: string,
  { forMs, now }: { forMs: number; now: () => Date },
) {
  const leases = collection<Row>(connection, 'leases')
  const owner = randomUUID()
  return {
    /** @returns false while another process has it */
    take: async (): Promise<boolean> => {
      const at = now()
      const free = { _id: job, $or: [{ owner }, { until: { $lte: at } }] }
      const taken = { $set: { owner, until: new Date(at.getTime() + forMs) } }
      try {
        await leases.updateOne(free, taken, { upsert: true })
        return true
      } catch (error) {
        // another process has it, so that the upsert would be a second document
        if (isDuplicateKey(error)) return false
        throw error
      }
    },
    release: async (): Promise<void> => {
      await leases.deleteOne({ _id: job, owner })
    },
  }
}
