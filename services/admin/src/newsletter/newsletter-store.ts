import { type Language, languages } from '@darsi/contracts/reference/languages.ts'
import { retentionSeconds } from '@darsi/contracts/rules/retention.ts'
import { type Outbox, type Outboxed, outboxIndex } from '@darsi/kit/events/outbox.ts'
import { collection } from '@darsi/kit/mongo/collection.ts'
import { inserted } from '@darsi/kit/mongo/mongo.ts'
import type { Connection } from 'mongoose'
import type { Recipient } from './newsletter-issue.ts'

/** An address that asked for the newsletter. It receives none before its owner has opened the mailed link. */
type Subscription = Outboxed & {
  email: string
  language: Language
  confirmHash: string
  confirmUntil: Date
  /** Ends the subscription and grants nothing else. Stored readable, because every newsletter carries it. */
  leaveToken: string
  askedAt: Date
  confirmedAt: Date | null
  /** When an unconfirmed address is deleted. */
  forgetAt?: Date
}

type Asked = Pick<
  Subscription,
  'email' | 'language' | 'confirmHash' | 'confirmUntil' | 'leaveToken' | 'askedAt'
> & { forgetAt: Date }

/** Longer than the topics keep the events of the subscription. */
const leftMs = retentionSeconds('unconfirmed-subscriptions') * 1000

export function createNewsletterStore(connection: Connection, outbox: Outbox, now: () => Date) {
  const subscriptions = collection<Subscription>(connection, 'subscriptions', [
    { key: { email: 1 }, unique: true },
    { key: { confirmHash: 1 } },
    { key: { leaveToken: 1 } },
    { key: { forgetAt: 1 }, expireAfterSeconds: 0 },
    outboxIndex,
  ])

  const renew = async (id: string, asked: Asked, token: string) => {
    await outbox.update(subscriptions, id, (found) => {
      if (found.confirmedAt !== null) return null
      const { email, leaveToken, ...changes } = asked
      return {
        update: { $set: changes },
        event: requested(id, { ...asked, leaveToken: found.leaveToken }, token),
      }
    })
  }

  /** Of an ended subscription only the id is kept, for a week: it withdraws waiting mails. */
  const end = async (whose: { leaveToken: string } | { email: string }): Promise<void> => {
    const found = await subscriptions.findOne(whose)
    if (!found) return
    const at = now()
    const left = { email: `left:${found._id}`, confirmedAt: null, forgetAt: new Date(at.getTime() + leftMs) }
    await outbox.replace(subscriptions, found._id, (row) =>
      row.email === left.email
        ? null
        : {
            document: left,
            event: { type: 'newsletter.left', data: { subscriptionId: found._id, at: at.toISOString() } },
          },
    )
  }

  return {
    collection: subscriptions,
    byEmail: (email: string) => subscriptions.findOne({ email }),
    byConfirmHash: (confirmHash: string) => subscriptions.findOne({ confirmHash }),
    confirmed: () => subscriptions.find({ confirmedAt: { $ne: null } }, { batchSize: 500 }),

    /** Inserts a subscription, or renews the link of an unconfirmed one; a confirmed one is not changed. */
    ask: async (id: string, asked: Asked, token: string): Promise<void> => {
      const existing = await subscriptions.findOne({ email: asked.email })
      if (existing) return renew(existing._id, asked, token)
      const fresh = { _id: id, ...asked, confirmedAt: null }
      if (await inserted(outbox.insert(subscriptions, fresh, requested(id, asked, token)))) return
      const other = await subscriptions.findOne({ email: asked.email })
      if (other) await renew(other._id, asked, token)
    },

    confirm: (id: string, at: Date) =>
      outbox.update(subscriptions, id, ({ email, language, leaveToken, confirmedAt }) => {
        if (confirmedAt !== null) return null
        return {
          update: { $set: { confirmedAt: at }, $unset: { forgetAt: 1 } },
          event: {
            type: 'newsletter.confirmed',
            data: { subscriptionId: id, at: at.toISOString() },
            personal: { email, language, leaveToken },
          },
        }
      }),

    /** Confirmed subscriptions behind an id, in the order of the ids. */
    after: async (
      id: string,
      { confirmedBy, limit }: { confirmedBy: Date; limit: number },
    ): Promise<Recipient[]> => {
      const confirmed = { _id: { $gt: id }, confirmedAt: { $ne: null, $lte: confirmedBy } }
      const found = await subscriptions.find(confirmed, { sort: { _id: 1 }, limit }).toArray()
      return found.map(({ _id: subscriptionId, email, language, leaveToken }) => ({
        ...{ subscriptionId, email, language, leaveToken },
      }))
    },

    /** The confirmed subscriptions of each language. */
    counts: async (): Promise<Record<Language, number>> => {
      const counted = languages.map(async (language) => {
        const count = await subscriptions.countDocuments({ language, confirmedAt: { $ne: null } })
        return [language, count] as const
      })
      // `as`: one count for each of the languages
      return Object.fromEntries(await Promise.all(counted)) as Record<Language, number>
    },

    leave: (leaveToken: string): Promise<void> => end({ leaveToken }),
    erase: (provenEmail: string): Promise<void> => end({ email: provenEmail }),
  }
}

export type NewsletterStore = ReturnType<typeof createNewsletterStore>

function requested(id: string, { email, language, leaveToken, askedAt }: Asked, confirmToken: string) {
  return {
    type: 'newsletter.requested' as const,
    data: { subscriptionId: id, at: askedAt.toISOString() },
    personal: { email, language, confirmToken, leaveToken },
  }
}
