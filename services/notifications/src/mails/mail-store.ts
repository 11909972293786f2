import { retentionSeconds } from '@darsi/contracts/rules/retention.ts'
import { type Collection, collection, type Filter, type Update } from '@darsi/kit/mongo/collection.ts'
import { insertOnce } from '@darsi/kit/mongo/mongo.ts'
import { currentContext } from '@darsi/kit/observability/context.ts'
import type { Connection } from 'mongoose'
import { greetMs, handOverMs } from './transport.ts'

type MailState = 'pending' | 'sending' | 'sent' | 'dead'
export type Mail = {
  _id: string
  kind: string
  userId: string
  state: MailState
  /** What it tells of, when it may be taken back. */
  about?: string
  /** Of the event that it tells of. */
  sequence?: number
  /** What caused it, for the trace. */
  traceparent?: string
  /** Recipient and content, sealed; gone once the mail is sent. A dead mail keeps it, so that it can be resent. */
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
  /** An operator asked for it once more. */
  resentAt?: Date
  settledAt: Date | null
  error: string
}

/** Until the server asks for the content; then the lease is renewed for the rest (transport.ts). */
export const leaseMs = greetMs + 5000
const handOverLeaseMs = handOverMs + 5000
/** Longer than any topic keeps its events, so that a replay from the beginning sends nothing again. */
const keepSeconds = retentionSeconds('mails')

/** @param date the database's time, which all processes share */
export function createMailStore(connection: Connection, date: () => Date = () => new Date()) {
  const mails = collection<Mail>(connection, 'mails', [
    { key: { state: 1, retryAt: 1 } },
    { key: { userId: 1 } },
    { key: { about: 1 }, sparse: true },
    { key: { createdAt: 1 }, expireAfterSeconds: keepSeconds },
  ])

  return {
    collection: mails,

    /** Keeps the mail unless it is known already. */
    keep: async (
      mail: Pick<Mail, '_id' | 'kind' | 'userId' | 'sealed' | 'about' | 'sequence'>,
      now = date(),
    ): Promise<void> => {
      const { traceparent } = currentContext()
      await insertOnce(mails, {
        ...mail,
        traceparent,
        state: 'pending',
        attempt: 0,
        unknown: 0,
        leaseUntil: null,
        handedOver: false,
        retryAt: now,
        createdAt: now,
        settledAt: null,
        error: '',
      })
    },

    ...createMailAttempts(mails),
    ...createOperatorView(mails, date),

    /** Mails that should have been handled so long ago: their job, or the queue itself, was lost. */
    overdue: (patienceMs: number): Promise<Pick<Mail, '_id' | 'attempt'>[]> => {
      const before = new Date(date().getTime() - patienceMs)
      const filter: Filter<Mail> = {
        $or: [
          { state: 'pending', retryAt: { $lte: before } },
          { state: 'sending', leaseUntil: { $lte: before } },
        ],
      }
      return mails.find(filter, { projection: { attempt: 1 }, sort: { retryAt: 1 }, limit: 1000 }).toArray()
    },

    /** What earlier events said and was not handed over yet is not sent any more; an event told again leaves what came after it. */
    takeBack: async (about: string, sequence: number, now = date()): Promise<void> => {
      // not $lt: mails of an earlier release have none
      const filter: Filter<Mail> = { about, sequence: { $not: { $gte: sequence } }, state: 'pending' }
      const change: Update<Mail> = {
        $set: { state: 'dead', error: 'taken back', settledAt: now },
        $unset: { sealed: 1 },
      }
      await mails.updateMany(filter, change)
    },

    /** What still waits for an erased person is never sent; only the mail that says so is. */
    erase: async (userId: string): Promise<void> => {
      const filter = { userId, kind: { $ne: 'account-deleted' } }
      await mails.updateMany(filter, { $unset: { sealed: 1 } })
    },
  }
}

export type MailStore = ReturnType<typeof createMailStore>

/** What alerts read, and what `npm run mails` lists and sends again. */
function createOperatorView(mails: Collection<Mail>, date: () => Date) {
  return {
    /** How long the oldest mail has waited, in seconds. */
    oldestSeconds: async (): Promise<number> => {
      const [oldest] = await mails
        .find({ state: { $in: ['pending', 'sending'] } }, { projection: { createdAt: 1, resentAt: 1 } })
        .sort({ retryAt: 1 })
        .limit(1)
        .toArray()
      return oldest ? (date().getTime() - (oldest.resentAt ?? oldest.createdAt).getTime()) / 1000 : 0
    },

    /** Mails that were given up and keep their content, newest first. */
    dead: (): Promise<Mail[]> =>
      mails
        .find({ state: 'dead', sealed: { $exists: true } })
        .sort({ settledAt: -1 })
        .toArray(),

    /** @returns whether there was such a mail, given up and with its content */
    resend: async (id: string): Promise<boolean> => {
      const now = date()
      const change: Update<Mail> = {
        $set: {
          state: 'pending',
          attempt: 0,
          unknown: 0,
          error: '',
          retryAt: now,
          resentAt: now,
          settledAt: null,
        },
      }
      const dead: Filter<Mail> = { _id: id, state: 'dead', sealed: { $exists: true } }
      return (await mails.updateOne(dead, change)).matchedCount === 1
    },
  }
}

/** What one attempt at a mail writes. */
function createMailAttempts(mails: Collection<Mail>) {
  return {
    /** Takes a due mail for one attempt; null when it is done, not due, or another worker has it. */
    claim: (id: string, now: Date): Promise<Mail | null> => {
      const due: Filter<Mail> = {
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
      return mails.findOneAndUpdate(due, update, { returnDocument: 'after' })
    },

    /** Renews the lease for the hand-over; false when another attempt owns the mail by now. */
    handOver: async ({ _id, attempt }: Mail, now: Date): Promise<boolean> => {
      const owned: Filter<Mail> = { _id, attempt, state: 'sending', leaseUntil: { $gt: now } }
      const change: Update<Mail> = {
        $set: { handedOver: true, leaseUntil: new Date(now.getTime() + handOverLeaseMs) },
      }
      return (await mails.updateOne(owned, change)).matchedCount === 1
    },

    settle: async (
      { _id, attempt }: Mail,
      state: 'sent' | 'dead',
      error: string,
      now: Date,
    ): Promise<void> => {
      const change: Update<Mail> = {
        $set: { state, error, settledAt: now, leaseUntil: null },
        ...(state === 'sent' && { $unset: { sealed: 1 } }),
      }
      await mails.updateOne({ _id, attempt }, change)
    },

    postpone: async (
      { _id, attempt }: Mail,
      retryAt: Date,
      error: string,
      isUnknown: boolean,
    ): Promise<void> => {
      const change: Update<Mail> = {
        $set: { state: 'pending', retryAt, error, leaseUntil: null, handedOver: false },
        ...(isUnknown && { $inc: { unknown: 1 } }),
      }
      await mails.updateOne({ _id, attempt }, change)
    },
  }
}
