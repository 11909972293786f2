import { retentionSeconds } from '@darsi/contracts/rules/retention.ts'
import { type Collection, collection, type Filter, type Update } from '@darsi/kit/mongo/collection.ts'
import { insertOnce } from '@darsi/kit/mongo/mongo.ts'
import { currentContext } from '@darsi/kit/observability/context.ts'
import type { Connection } from 'mongoose'
import { greetMs, handOverMs } from './transport.ts'

/** A held mail comes from a restored backup: whether it was sent is not known, so an operator decides. */
type MailState = 'pending' | 'held' | 'sending' | 'sent' | 'dead'
export type Mail = {
  _id: string
  kind: string
  userId: string
  state: MailState
  /** The subject of the mail, by which it can be withdrawn. */
  about?: string | readonly string[]
  /** From this moment on it is of no use and is not sent. */
  until?: Date
  /** Sequence of its event. */
  sequence?: number
  /** Trace context of its cause. */
  traceparent?: string
  /**
   * Recipient and content, sealed; removed once the mail is sent or withdrawn. A dead mail keeps it, so that it can be
   * resent.
   */
  sealed?: string
  /** Names the mail in the address that it comes back to (returned/return-path.ts). */
  returnCode?: string
  attempt: number
  /** Number of attempts with an unknown outcome. */
  unknown: number
  /** Number of attempts at which it could not be opened or rendered. */
  broken: number
  leaseUntil: Date | null
  /** The server had asked for the content: from then on the outcome is unknown until it answers. */
  handedOver: boolean
  /** The previous attempt died after the content was handed over. */
  wasUnknown?: boolean
  retryAt: Date
  createdAt: Date
  /** An operator resent it. */
  resentAt?: Date
  settledAt: Date | null
  error: string
}

/** Lasts until the server asks for the content; then the lease is renewed (transport.ts). */
const leaseMs = greetMs + 5000
const handOverLeaseMs = handOverMs + 5000
/** Longer than the retention of any topic, so that a replay from the start sends nothing again. */
const keepSeconds = retentionSeconds('mails')

/** The reasons of mails that were not to be sent any more. */
const takenBack = 'taken back'
const tooLate = 'too late'
export const erased = 'erased'
/** The mail about the erasure, which the erasure leaves. */
export const lastKind = 'account-deleted'
const discarded = 'discarded after a restore'

/** Of a mail that was not sent and never will be. */
const withdrawal = (error: string, settledAt: Date): Update<Mail> => ({
  $set: { state: 'dead', error, settledAt },
  $unset: { sealed: 1 },
})

/** @param date the database's time, which all processes share */
export function createMailStore(
  connection: Connection,
  date: () => Date = () => new Date(),
  restoredAt: Date | null = null,
) {
  const mails = collection<Mail>(connection, 'mails', [
    // with every field that `unsentMails` reads: it counts the backlog of an outage without reading the documents
    { key: { state: 1, retryAt: 1, createdAt: 1, resentAt: 1 } },
    { key: { userId: 1 } },
    { key: { about: 1 }, sparse: true },
    { key: { state: 1, until: 1 } },
    { key: { returnCode: 1 }, sparse: true },
    { key: { createdAt: 1 }, expireAfterSeconds: keepSeconds },
  ])

  return {
    collection: mails,

    /** Stores the mail unless it exists. */
    keep: async (
      mail: Pick<Mail, '_id' | 'kind' | 'userId' | 'sealed' | 'returnCode' | 'about' | 'until' | 'sequence'>,
      now = date(),
    ): Promise<void> => {
      const { traceparent, eventTime } = currentContext()
      const isOfBackup = restoredAt && eventTime && new Date(eventTime) <= restoredAt
      await insertOnce(mails, {
        ...mail,
        traceparent,
        state: isOfBackup ? 'held' : 'pending',
        attempt: 0,
        unknown: 0,
        broken: 0,
        leaseUntil: null,
        handedOver: false,
        retryAt: now,
        createdAt: now,
        settledAt: null,
        error: '',
      })
    },

    isKept: async (_id: string): Promise<boolean> =>
      (await mails.countDocuments({ _id }, { limit: 1 })) === 1,

    /** The mail that was sent with this code in its return address. */
    byReturnCode: (returnCode: string): Promise<Mail | null> => mails.findOne({ returnCode }),

    ...createMailAttempts(mails),
    ...createOperatorView(mails, date),
    ...createHeldMails(mails, date),

    /** Holds the unsent mails that a restore brought back. Safe to repeat: released mails are not held again. */
    holdRestored: async (): Promise<void> => {
      if (!restoredAt) return
      const filter: Filter<Mail> = {
        state: { $in: ['pending', 'sending'] },
        createdAt: { $lte: restoredAt },
        // not $lte: most mails have no such date
        resentAt: { $not: { $gt: restoredAt } },
      }
      await mails.updateMany(filter, { $set: { state: 'held', leaseUntil: null, handedOver: false } })
    },

    /** Mails that should have been handled this long ago: their job, or the queue itself, was lost. */
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

    /** Withdraws unsent mails of earlier events. A repeated event does not withdraw later ones. */
    takeBack: async (about: string, sequence: number, now = date()): Promise<void> => {
      const each: Filter<Mail> = { about, sequence: { $lt: sequence } }
      // a mail about several lessons is withdrawn with the last of them
      await mails.updateMany({ ...each, 'about.1': { $exists: true } }, [
        { $set: { about: { $setDifference: ['$about', [about]] } } },
      ])
      const earlier: Filter<Mail> = { ...each, 'about.1': { $exists: false } }
      // in every state: otherwise a failed attempt would be repeated, and an operator could resend a dead mail
      await mails.updateMany(earlier, { $unset: { sealed: 1 } })
      const unsent: Filter<Mail> = { ...earlier, state: { $in: ['pending', 'held'] } }
      await mails.updateMany(unsent, withdrawal(takenBack, now))
    },

    /** Withdraws the waiting mails whose time has passed. */
    withdrawLate: async (): Promise<void> => {
      const now = date()
      await mails.updateMany({ state: 'pending', until: { $lte: now } }, withdrawal(tooLate, now))
    },

    /** Cancels the unsent mails of an erased person, except the one about the erasure. */
    erase: async (userId: string): Promise<void> => {
      const filter = { userId, kind: { $ne: lastKind } }
      await mails.updateMany(filter, { $unset: { sealed: 1, returnCode: 1 } })
    },
  }
}

export type MailStore = ReturnType<typeof createMailStore>

/** The operations of `npm run mails`. */
function createOperatorView(mails: Collection<Mail>, date: () => Date) {
  return {
    /** Dead mails that still have their content, newest first. */
    dead: (): Promise<Mail[]> =>
      mails
        .find({ state: 'dead', sealed: { $exists: true } })
        .sort({ settledAt: -1 })
        .toArray(),

    /** @returns whether there was a dead mail with its content */
    resend: async (id: string): Promise<boolean> => {
      const now = date()
      const change: Update<Mail> = {
        $set: {
          state: 'pending',
          attempt: 0,
          unknown: 0,
          broken: 0,
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

/** The decisions on mails that a restore brought back. */
function createHeldMails(mails: Collection<Mail>, date: () => Date) {
  const held = (id: string | null): Filter<Mail> => ({ state: 'held', ...(id !== null && { _id: id }) })
  return {
    held: (): Promise<Mail[]> => mails.find(held(null)).sort({ createdAt: 1 }).toArray(),

    countHeld: (): Promise<number> => mails.countDocuments(held(null)),

    /**
     * @param id null for all of them
     * @returns how many will be sent
     */
    release: async (id: string | null): Promise<number> => {
      const now = date()
      const change: Update<Mail> = { $set: { state: 'pending', retryAt: now, resentAt: now } }
      return (await mails.updateMany(held(id), change)).modifiedCount
    },

    /**
     * @param id null for all of them
     * @returns how many will never be sent
     */
    discard: async (id: string | null): Promise<number> =>
      (await mails.updateMany(held(id), withdrawal(discarded, date()))).modifiedCount,
  }
}

/** The writes of one attempt at a mail. */
function createMailAttempts(mails: Collection<Mail>) {
  return {
    /** Takes a due mail for one attempt; null when it is done, not due, or taken by another worker. */
    claim: (id: string, now: Date): Promise<Mail | null> => {
      const due: Filter<Mail> = {
        _id: id,
        $or: [
          { state: 'pending', retryAt: { $lte: now } },
          { state: 'sending', leaseUntil: { $lte: now } },
        ],
      }
      // a lease that expired after the hand-over: the server may have accepted the mail
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

    /** Renews the lease for the hand-over; false when the mail was withdrawn or another attempt owns it now. */
    handOver: async ({ _id, attempt }: Mail, now: Date): Promise<boolean> => {
      const owned: Filter<Mail> = {
        _id,
        attempt,
        state: 'sending',
        leaseUntil: { $gt: now },
        sealed: { $exists: true },
        // not $gt: most mails have no such date
        until: { $not: { $lte: now } },
      }
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
      { kind, reason }: { kind: string; reason: string },
    ): Promise<void> => {
      const change: Update<Mail> = {
        $set: { state: 'pending', retryAt, error: reason, leaseUntil: null, handedOver: false },
        ...((kind === 'unknown' || kind === 'broken') && { $inc: { [kind]: 1 } }),
      }
      await mails.updateOne({ _id, attempt }, change)
    },
  }
}
