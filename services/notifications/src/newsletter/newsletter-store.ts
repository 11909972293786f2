import type { NewsletterMail } from '@darsi/contracts/calls/admin/newsletter-api.ts'
import type { Language } from '@darsi/contracts/reference/languages.ts'
import { retentionSeconds } from '@darsi/contracts/rules/retention.ts'
import { type Outbox, type Outboxed, outboxIndex } from '@darsi/kit/events/outbox.ts'
import { type Projected, project } from '@darsi/kit/events/projection.ts'
import { collection } from '@darsi/kit/mongo/collection.ts'
import { insertOnce } from '@darsi/kit/mongo/mongo.ts'
import type { Connection } from 'mongoose'

/** A newsletter that is sent: its mails, and how far their delivery is. */
export type Sending = Partial<Outboxed> &
  Projected & {
    _id: string
    mails: Record<Language, NewsletterMail>
    startedAt: Date
    /** How many subscribers were addressed so far, and whether these were all. */
    addressed: number
    isComplete: boolean
    sent?: number
    failed?: number
    withdrawn?: number
    settledAt: Date | null
  }
type Source = { producer: string; sequence: number }
/** What the mails of a newsletter became. */
export type Delivery = { sent: number; failed: number; withdrawn: number }

/** What the mails of a newsletter are about, in the store of mails. */
export const aboutNewsletter = (id: string): string => `newsletter-${id}`

export function createNewsletterStore(connection: Connection, outbox: Outbox) {
  const sendings = collection<Sending & Outboxed>(connection, 'newsletters', [
    { key: { settledAt: 1 } },
    // as long as its mails, which are longer than the topics keep its events
    { key: { startedAt: 1 }, expireAfterSeconds: retentionSeconds('mails') },
    outboxIndex,
  ])
  const left = collection<{ _id: string; at: Date }>(connection, 'newsletter-left', [
    { key: { at: 1 }, expireAfterSeconds: retentionSeconds('mails') },
  ])
  return {
    collection: sendings,
    byId: (id: string): Promise<Sending | null> => sendings.findOne({ _id: id }),
    open: (): Promise<Sending[]> => sendings.find({ settledAt: null }).toArray(),

    start: async (id: string, event: Source, mails: Sending['mails'], at: Date): Promise<void> => {
      const fresh = { mails, startedAt: at, addressed: 0, isComplete: false, settledAt: null }
      await project(sendings, id, event, { $set: fresh })
    },
    addressed: async (id: string, event: Source, count: number, isLast: boolean): Promise<void> => {
      const counted = { $inc: { addressed: count }, $set: { isComplete: isLast } }
      await project(sendings, id, event, counted, { upsert: false })
    },
    stop: async (id: string, event: Source): Promise<void> => {
      await project(sendings, id, event, { $set: { isComplete: true } }, { upsert: false })
    },

    /** Keeps that a subscription ended: a batch that named it before may arrive after. */
    leave: async (subscriptionId: string, at: Date): Promise<void> => {
      await insertOnce(left, { _id: subscriptionId, at })
    },
    leftOf: async (subscriptionIds: readonly string[]): Promise<Set<string>> => {
      const found = await left.find({ _id: { $in: [...subscriptionIds] } }).toArray()
      return new Set(found.map(({ _id }) => _id))
    },

    /** Reports what became of the mails, once for each change. */
    report: async (id: string, { sent, failed, withdrawn }: Delivery, at: Date): Promise<void> => {
      await outbox.update(sendings, id, (sending) => {
        const isSettled = sending.isComplete && sent + failed + withdrawn >= sending.addressed
        const isSame =
          sending.sent === sent && sending.failed === failed && sending.withdrawn === withdrawn && !isSettled
        if (isSame || sending.settledAt) return null
        return {
          update: { $set: { sent, failed, withdrawn, ...(isSettled && { settledAt: at }) } },
          event: {
            type: 'newsletter.delivered',
            data: { newsletterId: id, sent, failed, withdrawn, isSettled, at: at.toISOString() },
          },
        }
      })
    },
  }
}

export type NewsletterStore = ReturnType<typeof createNewsletterStore>
