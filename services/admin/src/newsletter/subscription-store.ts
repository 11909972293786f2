import type { NewsletterMail } from '@darsi/contracts/calls/admin/newsletter-api.ts'
import { type Language, languages } from '@darsi/contracts/reference/languages.ts'
import { retentionSeconds } from '@darsi/contracts/rules/retention.ts'
import { type Outbox, type Outboxed, outboxIndex } from '@darsi/kit/events/outbox.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { hashOf } from '@darsi/kit/identity/tokens.ts'
import { type Collection, collection } from '@darsi/kit/mongo/collection.ts'
import { inserted } from '@darsi/kit/mongo/mongo.ts'
import type { Connection } from 'mongoose'
import type { Issue } from './issue.ts'

/** An address that asked for the newsletter. It receives none before its owner has opened the mailed link. */
type Subscription = Outboxed & {
  /** The hash of the address. It stays when the address is removed, because it is unique. */
  claim: string
  /** Empty once the subscription has ended. */
  email: string
  language: Language
  confirmHash: string
  /** Of the mail before, if there was one. */
  earlierHash?: string
  confirmUntil: Date
  /** Ends the subscription and grants nothing else. Stored readable, because every newsletter carries it. */
  leaveToken: string
  /** The last newsletter that this subscriber was addressed by; empty before the first. */
  lastIssue: string
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

/** Of each round; the rounds are a few seconds apart, so a stopping process ends in time. */
const addressedAtOnce = 500

export function createSubscriptionStore(connection: Connection, outbox: Outbox, now: () => Date) {
  const subscriptions = collection<Subscription>(connection, 'subscriptions', [
    { key: { claim: 1 }, unique: true },
    { key: { email: 1 } },
    { key: { confirmHash: 1 } },
    { key: { earlierHash: 1 }, sparse: true },
    { key: { leaveToken: 1 } },
    { key: { confirmedAt: 1 } },
    { key: { forgetAt: 1 }, expireAfterSeconds: 0 },
    outboxIndex,
  ])

  /** Of an ended subscription id and claim are kept, for a week: the event withdraws waiting mails. */
  const end = async (whose: { leaveToken: string } | { email: string }): Promise<void> => {
    const found = await subscriptions.findOne(whose)
    if (!found) return
    const at = now()
    const forgetAt = new Date(at.getTime() + leftMs)
    await outbox.replace(subscriptions, found._id, ({ claim, email }) =>
      email === ''
        ? null
        : {
            document: { claim, email: '', leaveToken: '', confirmedAt: null, forgetAt },
            event: { type: 'newsletter.left', data: { subscriptionId: found._id, at: at.toISOString() } },
          },
    )
  }

  return {
    collection: subscriptions,
    byConfirmHash: (confirmHash: string) => subscriptions.findOne({ confirmHash }),
    isReplaced: async (earlierHash: string): Promise<boolean> =>
      (await subscriptions.findOne({ earlierHash })) !== null,
    confirmed: () => subscriptions.find({ confirmedAt: { $ne: null } }, { batchSize: 500 }),

    /**
     * Inserts a subscription, or renews one that is unconfirmed or has ended; a confirmed one is not changed.
     * @throws problem `unavailable` when nothing was written: the page must not say that a mail was sent
     */
    ask: async (id: string, asked: Asked, token: string): Promise<void> => {
      const claim = hashOf(asked.email)
      const fresh = { _id: id, claim, ...asked, confirmedAt: null, lastIssue: '' }
      if (await inserted(outbox.insert(subscriptions, fresh, requested(id, asked, token)))) return
      const existing = await subscriptions.findOne({ claim })
      let isConfirmed = false
      const written =
        existing &&
        (await outbox.update(subscriptions, existing._id, ({ _id, confirmedAt, leaveToken, confirmHash }) => {
          isConfirmed = confirmedAt !== null
          if (isConfirmed) return null
          // the token of the earlier mail still ends the subscription
          const renewed = { ...asked, leaveToken: leaveToken || asked.leaveToken }
          const earlier = confirmHash ? { earlierHash: confirmHash } : {}
          return { update: { $set: { ...renewed, ...earlier } }, event: requested(_id, renewed, token) }
        }))
      if (!written && !isConfirmed) throw problem('unavailable', { retryAfter: 5 })
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

    ...createAddressing(subscriptions, outbox),

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

export type SubscriptionStore = ReturnType<typeof createSubscriptionStore>

/** Hands an issue to the subscribers, some at a time. */
function createAddressing(subscriptions: Collection<Subscription>, outbox: Outbox) {
  return {
    /** The next confirmed subscriptions that the issue has not addressed. */
    unaddressed: ({ _id, sentAt }: Issue): Promise<Pick<Subscription, '_id'>[]> =>
      subscriptions
        .find(
          { confirmedAt: { $ne: null, $lte: sentAt }, lastIssue: { $ne: _id } },
          { projection: { _id: 1 } },
        )
        .limit(addressedAtOnce)
        .toArray(),

    /** Nothing happens when another process was first, or the subscriber left. */
    address: (
      subscriptionId: string,
      { _id: newsletterId }: Issue,
      { mails, at }: { mails: Record<Language, NewsletterMail>; at: Date },
    ) =>
      outbox.update(
        subscriptions,
        subscriptionId,
        ({ email, language, leaveToken, confirmedAt, lastIssue }) =>
          confirmedAt === null || lastIssue === newsletterId
            ? null
            : {
                update: { $set: { lastIssue: newsletterId } },
                event: {
                  type: 'newsletter.addressed',
                  data: { newsletterId, subscriptionId, at: at.toISOString() },
                  personal: { email, language, leaveToken, mail: mails[language] },
                },
              },
      ),
  }
}

function requested(id: string, { email, language, leaveToken, askedAt }: Asked, confirmToken: string) {
  return {
    type: 'newsletter.requested' as const,
    data: { subscriptionId: id, at: askedAt.toISOString() },
    personal: { email, language, confirmToken, leaveToken },
  }
}
