import type { EventInput } from '@darsi/contracts/events/events.ts'
import { dayMs } from '@darsi/contracts/reference/tunis-time.ts'
import { type Outbox, type Outboxed, outboxIndex } from '@darsi/kit/events/outbox.ts'
import { hashOf, newToken } from '@darsi/kit/identity/tokens.ts'
import { collection } from '@darsi/kit/mongo/collection.ts'
import { inserted } from '@darsi/kit/mongo/mongo.ts'
import type { Connection } from 'mongoose'
import type { Child } from './child.ts'

/** A mailed link by which an adult takes over the data of a child, or the announcement that it was taken over. */
type Transfer = Outboxed & {
  childId: string
  /** Of the link's token; empty in an announcement. */
  hash: string
  usedBy: string | null
  /** A guardian to whom it was mailed has left or was suspended. */
  isVoid: boolean
  expiresAt: Date
}
type CameOfAge = EventInput<'learner.came-of-age'>
type People = NonNullable<CameOfAge['personal']>

const lifetimeMs = 365 * dayMs

export function createOwnershipTransferStore(database: Connection, outbox: Outbox) {
  const transfers = collection<Transfer>(database, 'heirs', [
    { key: { hash: 1 } },
    { key: { childId: 1 } },
    { key: { usedBy: 1 } },
    { key: { expiresAt: 1 }, expireAfterSeconds: 24 * 3600 },
    outboxIndex,
  ])
  /** Once per id, however often the sweeper repeats it. */
  const add = async (transfer: Omit<Transfer, 'v' | 'outbox' | 'outboxAt'>, event: EventInput) => {
    await inserted(outbox.insert(transfers, transfer, event))
  }

  return {
    collection: transfers,

    /**
     * Mails the guardians a link for the learner; a new one only when the last one has expired or is void.
     * @param readGuardians called only when a link is mailed
     */
    invite: async (
      child: Child,
      readGuardians: () => Promise<People['guardians']>,
      at: Date,
    ): Promise<void> => {
      const _id = linkId(child._id)
      const found = await transfers.findOne({ _id })
      if (found && !found.isVoid) return
      const guardians = await readGuardians()
      if (guardians.length === 0) return
      const token = newToken()
      const personal = { studentName: child.firstName, guardians, token }
      const event: CameOfAge = { type: 'learner.came-of-age', data: dataOf(child, at), personal }
      const fields = { hash: hashOf(token), isVoid: false, expiresAt: expiryOf(at) }
      if (!found) return add({ _id, childId: child._id, usedBy: null, ...fields }, event)
      // no new document: its event would have the id of the first one, which receivers ignore
      await outbox.update(transfers, _id, ({ isVoid }) =>
        isVoid ? { update: { $set: fields }, event } : null,
      )
    },

    /**
     * A guardian who left or was suspended may not use a link that was mailed before; the next sweep mails the others a
     * new one.
     */
    voidUnused: async (childId: string, at: Date): Promise<void> => {
      const mailedBefore = { expiresAt: { $lte: expiryOf(at) } }
      await transfers.updateOne(
        { _id: linkId(childId), usedBy: null, ...mailedBefore },
        { $set: { isVoid: true } },
      )
    },

    announce: async (
      child: Child,
      { studentId, personal, at }: { studentId: string; personal: People; at: Date },
    ): Promise<void> => {
      await add(
        {
          _id: `told-${child._id}`,
          childId: child._id,
          hash: '',
          usedBy: studentId,
          isVoid: false,
          expiresAt: expiryOf(at),
        },
        { type: 'learner.came-of-age', data: { ...dataOf(child, at), studentId }, personal },
      )
    },

    /** @returns the child's id; only the account that used the token first may use it again */
    use: async (token: string, usedBy: string, now: Date): Promise<string | null> => {
      const usable = {
        hash: hashOf(token.trim()),
        isVoid: false,
        expiresAt: { $gt: now },
        $or: [{ usedBy: null }, { usedBy }],
      }
      const used = await transfers.findOneAndUpdate(usable, { $set: { usedBy } }, { returnDocument: 'after' })
      return used?.childId ?? null
    },

    erase: async (userId: string): Promise<void> => {
      await transfers.updateMany({ usedBy: userId }, { $set: { usedBy: '' } })
    },
  }
}

export type OwnershipTransferStore = ReturnType<typeof createOwnershipTransferStore>

const linkId = (childId: string): string => `link-${childId}`

const expiryOf = (at: Date): Date => new Date(at.getTime() + lifetimeMs)

const dataOf = ({ _id: childId, guardianIds }: Child, at: Date) => ({
  childId,
  guardianIds,
  at: at.toISOString(),
})
