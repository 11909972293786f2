import { dayMs } from '@darsi/contracts/reference/tunis-time.ts'
import { type Outbox, type Outboxed, outboxIndex } from '@darsi/kit/events/outbox.ts'
import { collection } from '@darsi/kit/mongo/collection.ts'
import { insertOnce } from '@darsi/kit/mongo/mongo.ts'
import type { Connection } from 'mongoose'
import type { Failure } from './delivery-status.ts'

type Returned = Outboxed & {
  _id: string
  /** The account has its present address, or its owner got a mail there, since then; the epoch if neither happened. */
  addressSince: Date
  /** Mails that came back from this address for a reason that may pass. */
  temporary: string[]
  /** When the address was last reported. */
  reportedAt: Date | null
}
type Bounce = { userId: string; mailId: string; sentAt: Date; failure: Failure }

/** So many different mails that came back for passing reasons count as one that came back for good. */
const patience = 3
/** Mails go on, so an address that still takes none is reported again. */
const againAfterMs = 30 * dayMs
/** Events on their way name the old address for a moment. */
const graceMs = 3_600_000

/** Which accounts have an address that mails come back from. */
export function createReturnedStore(connection: Connection, outbox: Outbox, now: () => Date) {
  const accounts = collection<Returned>(connection, 'returned', [outboxIndex])
  const ensure = (_id: string) =>
    insertOnce(accounts, {
      ...{ _id, addressSince: new Date(0), temporary: [], reportedAt: null, v: 0, outbox: [] },
    })
  return {
    collection: accounts,

    /** A mail came back. Safe to repeat: it counts once, and an address is reported once in 30 days. */
    note: async ({ userId, mailId, sentAt, failure }: Bounce): Promise<void> => {
      await ensure(userId)
      const of = { _id: userId, addressSince: { $lt: new Date(sentAt.getTime() - graceMs) } }
      if (failure === 'temporary') {
        const some = { ...of, [`temporary.${patience - 1}`]: { $exists: false } }
        await accounts.updateOne(some, { $addToSet: { temporary: mailId } })
      }
      const at = now()
      await outbox.update(accounts, userId, ({ addressSince, temporary, reportedAt }) => {
        const isOfFormerAddress = sentAt.getTime() - graceMs <= addressSince.getTime()
        const isRecent = reportedAt !== null && at.getTime() - reportedAt.getTime() < againAfterMs
        if (isOfFormerAddress || isRecent) return null
        if (failure === 'temporary' && temporary.length < patience) return null
        return {
          update: { $set: { reportedAt: at } },
          event: {
            type: 'user.mail-returned',
            data: { userId, sentAt: sentAt.toISOString(), at: at.toISOString() },
          },
        }
      })
    },

    /** The account has another address, about which nothing is known, or a mail has arrived at its present one. */
    forget: async (userId: string, since: Date): Promise<void> => {
      await ensure(userId)
      const older = { _id: userId, addressSince: { $lt: since } }
      await accounts.updateOne(older, { $set: { addressSince: since, temporary: [], reportedAt: null } })
    },

    reportedAt: async (userId: string): Promise<Date | null> =>
      (await accounts.findOne({ _id: userId }))?.reportedAt ?? null,

    erase: async (userId: string): Promise<void> => {
      await accounts.deleteOne({ _id: userId })
    },
  }
}

export type ReturnedStore = ReturnType<typeof createReturnedStore>
