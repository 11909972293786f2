import { dayMs } from '@darsi/contracts/reference/tunis-time.ts'
import type { Sealer } from '@darsi/kit/events/seal.ts'
import { collection, type Filter, type Update } from '@darsi/kit/mongo/collection.ts'
import { insertOnce } from '@darsi/kit/mongo/mongo.ts'
import type { Connection } from 'mongoose'
import type { QueuePush } from '../push/push-store.ts'
import type { SmsNumberStore } from './sms-number-store.ts'
import { smsGroup } from './sms-text.ts'

/**
 * One text message. A telephone cannot recognise a second copy, and each one costs the operator: a message is `sending`
 * from just before the call to the provider, and one whose outcome is not known is never sent again.
 */
export type Sms = {
  _id: string
  userId: string
  /** `code`, or the kind of its notice. */
  kind: string
  noticeId: string | null
  /** Number and code, sealed, until the message is settled. */
  sealed: string | null
  state: 'pending' | 'sending' | 'sent' | 'dropped' | 'unknown'
  attempt: number
  /** When it is due; of one that is taken, when its worker counts as dead. */
  retryAt: Date
  createdAt: Date
  reason: string
}
type SmsCode = { phone: string; code: string }

// longer than the topics keep events, so that a repeated event sends nothing again
const keepSeconds = (8 * dayMs) / 1000
const leaseMs = 60_000

export function createSmsStore(connection: Connection, sealer: Sealer) {
  const texts = collection<Sms>(connection, 'text-messages', [
    { key: { state: 1, retryAt: 1 } },
    { key: { userId: 1, createdAt: 1 } },
    { key: { createdAt: 1 }, expireAfterSeconds: keepSeconds },
  ])
  const fresh = (createdAt: Date) => ({
    ...{ state: 'pending' as const, attempt: 0, reason: '', retryAt: createdAt, createdAt },
  })
  const lease = (now: Date) => ({ retryAt: new Date(now.getTime() + leaseMs) })
  const change = async (filter: Filter<Sms>, update: Update<Sms>): Promise<boolean> =>
    (await texts.updateOne(filter, update)).matchedCount === 1
  return {
    collection: texts,
    // `as`: sealed by `keepCode`
    codeOf: ({ sealed }: Pick<Sms, 'sealed'>) => (sealed ? (sealer.unseal(sealed) as SmsCode) : null),

    keep: async (text: Pick<Sms, 'userId' | 'kind' | 'createdAt'> & { noticeId: string }): Promise<void> => {
      await insertOnce(texts, { _id: text.noticeId, ...text, sealed: null, ...fresh(text.createdAt) })
    },
    keepCode: async (
      { _id, userId }: Pick<Sms, '_id' | 'userId'>,
      code: SmsCode,
      now: Date,
    ): Promise<void> => {
      const sealed = sealer.seal(code)
      await insertOnce(texts, {
        _id,
        userId,
        kind: 'code',
        noticeId: null,
        sealed,
        ...fresh(now),
      })
    },
    /** News to an account in the last day. One with an unknown outcome may have come. */
    newsOfDay: (userId: string, now: Date, states: readonly Sms['state'][]): Promise<number> =>
      texts.countDocuments({
        userId,
        kind: { $ne: 'code' },
        state: { $in: states },
        createdAt: { $gt: new Date(now.getTime() - dayMs) },
      }),

    /** Takes the next due message; another worker gets it only after the lease. */
    claim: async (now: Date): Promise<Sms | null> => {
      await texts.updateMany(
        { state: 'sending', retryAt: { $lte: now } },
        { $set: { state: 'unknown', reason: 'interrupted', sealed: null } },
      )
      const taken = { $set: lease(now), $inc: { attempt: 1 } }
      const due: Filter<Sms> = { state: 'pending', retryAt: { $lte: now } }
      return texts.findOneAndUpdate(due, taken, { sort: { retryAt: 1 }, returnDocument: 'after' })
    },
    /** Just before the call. @returns false when another worker has taken the message meanwhile */
    begin: ({ _id, attempt }: Sms, now: Date): Promise<boolean> =>
      change({ _id, attempt, state: 'pending' }, { $set: { state: 'sending', ...lease(now) } }),
    settle: async (
      { _id, attempt }: Sms,
      state: 'sent' | 'dropped' | 'unknown',
      reason = '',
    ): Promise<void> => {
      await change({ _id, attempt }, { $set: { state, reason, sealed: null } })
    },
    postpone: async ({ _id, attempt }: Sms, retryAt: Date, reason: string): Promise<void> => {
      await change({ _id, attempt }, { $set: { state: 'pending', retryAt, reason } })
    },
    /** Whether the pending messages of a restored backup were sent is not known. */
    dropRestored: async (restoredAt: Date): Promise<void> => {
      const restored: Filter<Sms> = { state: 'pending', createdAt: { $lte: restoredAt } }
      await texts.updateMany(restored, { $set: { state: 'dropped', reason: 'restored', sealed: null } })
    },
    erase: async (userId: string): Promise<void> => {
      await texts.deleteMany({ userId })
    },
  }
}

export type SmsStore = ReturnType<typeof createSmsStore>

/** Queues a text message for a notice. Its id is that of the notice: a repeated event adds none. */
export const createQueueSms =
  (numbers: Pick<SmsNumberStore, 'find'>, sms: Pick<SmsStore, 'keep'>, now: () => Date): QueuePush =>
  async ({ userId, noticeId, kind }) => {
    if (!smsGroup(kind)) return
    const number = await numbers.find(userId)
    if (number?.provenAt) await sms.keep({ userId, noticeId, kind, createdAt: now() })
  }
