import type { Language } from '@darsi/contracts/reference/languages.ts'
import { type Outbox, type Outboxed, outboxIndex } from '@darsi/kit/events/outbox.ts'
import { collection } from '@darsi/kit/mongo/collection.ts'
import { inserted } from '@darsi/kit/mongo/mongo.ts'
import type { Connection } from 'mongoose'

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

export function createNewsletterStore(connection: Connection, outbox: Outbox) {
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

    /** Deletes the subscription: nothing is kept of a person who unsubscribes. */
    leave: async (leaveToken: string): Promise<void> => {
      await subscriptions.deleteOne({ leaveToken })
    },

    erase: async (provenEmail: string): Promise<void> => {
      await subscriptions.deleteOne({ email: provenEmail })
    },
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
