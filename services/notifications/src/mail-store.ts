import { currentContext } from '@darsi/kit/context.ts'
import { inserted } from '@darsi/kit/mongo.ts'
import { type Connection, Schema } from 'mongoose'
import { greetMs, handOverMs } from './transport.ts'

export type MailState = 'pending' | 'sending' | 'sent' | 'dead'
export type Mail = {
  _id: string
  kind: string
  userId: string
  state: MailState
  /** What it tells of, when it may be taken back. */
  about?: string
  /** What caused it, for the trace. */
  traceparent?: string
  /** Recipient and content, sealed; gone once the mail is sent or dead. */
  sealed?: string
  attempt: number
  /** Times at which it may have arrived although we were not told. */
  unknown: number
  leaseUntil: Date | null
  /** The server had asked for the content: from here on nobody but the server knows whether it arrived. */
  handedOver: boolean
  /** The attempt before this one died after the content was handed over. */
  wasUnknown?: boolean
  retryAt: Date
  createdAt: Date
  settledAt: Date | null
  error: string
}

/** Until the server asks for the content; then the lease is renewed for the rest (transport.ts). */
export const leaseMs = greetMs + 5000
const handOverLeaseMs = handOverMs + 5000
/** Longer than any topic keeps its events, so that a replay from the beginning sends nothing again. */
const keepSeconds = 14 * 24 * 3600

export function mailStore(connection: Connection) {
  const schema = new Schema(
    {
      _id: { type: String, required: true },
      kind: { type: String, required: true },
      userId: { type: String, required: true },
      state: { type: String, required: true },
      about: { type: String },
      traceparent: { type: String },
      sealed: { type: String },
      attempt: { type: Number, default: 0 },
      unknown: { type: Number, default: 0 },
      leaseUntil: { type: Date, default: null },
      handedOver: { type: Boolean, default: false },
      wasUnknown: { type: Boolean },
      retryAt: { type: Date, required: true },
      createdAt: { type: Date, required: true },
      settledAt: { type: Date, default: null },
      error: { type: String, default: '' },
    },
    { versionKey: false },
  )
  schema.index({ state: 1, retryAt: 1 })
  schema.index({ userId: 1 })
  schema.index({ about: 1 }, { sparse: true })
  schema.index({ createdAt: 1 }, { expireAfterSeconds: keepSeconds })
  const model = connection.model<Mail>('mail', schema)
  // native filters: our own values only
  const { collection } = model

  return {
    model,

    /** Keeps the mail unless it is known already. */
    keep: async (
      mail: Pick<Mail, '_id' | 'kind' | 'userId' | 'sealed'> & { about?: string | undefined },
      now: Date,
    ): Promise<void> => {
      const { traceparent } = currentContext()
      await inserted(model.create({ ...mail, traceparent, state: 'pending', retryAt: now, createdAt: now }))
    },

    /** Takes a due mail for one attempt; null when it is done, not due, or another worker has it. */
    claim: async (id: string, now: Date): Promise<Mail | null> => {
      const due = {
        _id: id,
        $or: [
          { state: 'pending', retryAt: { $lte: now } },
          { state: 'sending', leaseUntil: { $lte: now } },
        ],
      }
      // a lease that ran out after the hand-over: the server may have taken the mail
      const isUnknown = { $and: [{ $eq: ['$state', 'sending'] }, '$handedOver'] }
      const update = [
        { $set: { wasUnknown: isUnknown } },
        {
          $set: {
            unknown: { $add: ['$unknown', { $cond: ['$wasUnknown', 1, 0] }] },
            state: 'sending',
            attempt: { $add: ['$attempt', 1] },
            handedOver: false,
            leaseUntil: new Date(now.getTime() + leaseMs),
          },
        },
      ]
      // `as`: the schema above
      return (await collection.findOneAndUpdate(due as never, update as never, {
        returnDocument: 'after',
      })) as unknown as Mail | null
    },

    /** Renews the lease for the hand-over; false when another attempt owns the mail by now. */
    handOver: async ({ _id, attempt }: Mail, now: Date): Promise<boolean> => {
      const owned = { _id, attempt, state: 'sending', leaseUntil: { $gt: now } }
      const change = { $set: { handedOver: true, leaseUntil: new Date(now.getTime() + handOverLeaseMs) } }
      return (await collection.updateOne(owned as never, change as never)).matchedCount === 1
    },

    settle: async (
      { _id, attempt }: Mail,
      state: 'sent' | 'dead',
      error: string,
      now: Date,
    ): Promise<void> => {
      const change = { $set: { state, error, settledAt: now, leaseUntil: null }, $unset: { sealed: 1 } }
      await collection.updateOne({ _id, attempt } as never, change as never)
    },

    postpone: async (
      { _id, attempt }: Mail,
      retryAt: Date,
      error: string,
      isUnknown: boolean,
    ): Promise<void> => {
      const change = {
        $set: { state: 'pending', retryAt, error, leaseUntil: null, handedOver: false },
        ...(isUnknown && { $inc: { unknown: 1 } }),
      }
      await collection.updateOne({ _id, attempt } as never, change as never)
    },

    /** Mails that should have been handled by now: their job, or the queue itself, was lost. */
    overdue: async (before: Date): Promise<Pick<Mail, '_id' | 'attempt'>[]> => {
      const filter = {
        $or: [
          { state: 'pending', retryAt: { $lte: before } },
          { state: 'sending', leaseUntil: { $lte: before } },
        ],
      }
      // `as`: the projection
      return (await collection
        .find(filter as never, { projection: { attempt: 1 }, sort: { retryAt: 1 }, limit: 1000 })
        .toArray()) as unknown as Pick<Mail, '_id' | 'attempt'>[]
    },

    /** What was not handed over yet is not sent any more. */
    takeBack: async (about: string, now: Date): Promise<void> => {
      const filter = { about, state: 'pending' }
      const change = { $set: { state: 'dead', error: 'taken back', settledAt: now }, $unset: { sealed: 1 } }
      await collection.updateMany(filter as never, change as never)
    },

    /** What still waits for an erased person is never sent; only the mail that says so is. */
    erase: async (userId: string): Promise<void> => {
      const filter = { userId, kind: { $ne: 'account-deleted' } }
      await collection.updateMany(filter as never, { $unset: { sealed: 1 } } as never)
    },
  }
}

export type MailStore = ReturnType<typeof mailStore>
