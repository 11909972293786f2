import { type Language, languages } from '@darsi/contracts/languages.ts'
import { inserted } from '@darsi/kit/mongo.ts'
import { indexOutbox, type Outbox, type Outboxed, outboxFields } from '@darsi/kit/outbox.ts'
import { type Connection, Schema } from 'mongoose'

/** An address that asked for the newsletter; nobody gets it who has not opened the mailed link. */
export type Subscription = Outboxed & {
  email: string
  language: Language
  confirmHash: string
  confirmUntil: Date
  /** Ends the subscription and nothing else. Kept readable, because every newsletter carries it. */
  leaveToken: string
  askedAt: Date
  confirmedAt: Date | null
  /** When an address that never answered is forgotten. */
  forgetAt?: Date
}

type Asked = Pick<
  Subscription,
  'email' | 'language' | 'confirmHash' | 'confirmUntil' | 'leaveToken' | 'askedAt'
> & { forgetAt: Date }

export function newsletterStore(connection: Connection, outbox: Outbox) {
  const schema = new Schema(
    {
      _id: { type: String, required: true },
      email: { type: String, required: true },
      language: { type: String, required: true, enum: languages },
      confirmHash: { type: String, required: true },
      confirmUntil: { type: Date, required: true },
      leaveToken: { type: String, required: true },
      askedAt: { type: Date, required: true },
      confirmedAt: { type: Date, default: null },
      forgetAt: { type: Date },
      ...outboxFields,
    },
    { versionKey: false },
  )
  schema.index({ email: 1 }, { unique: true })
  schema.index({ confirmHash: 1 })
  schema.index({ leaveToken: 1 })
  schema.index({ forgetAt: 1 }, { expireAfterSeconds: 0 })
  indexOutbox(schema)
  const model = connection.model<Subscription>('subscription', schema)

  const renew = async (id: string, asked: Asked, token: string) => {
    await outbox.update<Subscription>(model, id, (known) => {
      if (known.confirmedAt !== null) return null
      const { email, leaveToken, ...changes } = asked
      return {
        update: { $set: changes },
        event: requested(id, { ...asked, leaveToken: known.leaveToken }, token),
      }
    })
  }

  return {
    model,
    byEmail: (email: string) => model.findOne({ email }).lean(),
    byConfirmHash: (confirmHash: string) => model.findOne({ confirmHash }).lean(),
    // native filter: our own values only; `as`: the schema above
    confirmed: () =>
      model.collection.find({ confirmedAt: { $ne: null } } as never, {
        batchSize: 500,
      }) as unknown as AsyncIterable<Subscription>,

    /** A first time makes a subscription, a further one a new link; one that is confirmed stays as it is. */
    ask: async (id: string, asked: Asked, token: string): Promise<void> => {
      const known = await model.findOne({ email: asked.email }).lean()
      if (known) return renew(known._id, asked, token)
      const fresh = { _id: id, ...asked, confirmedAt: null }
      if (await inserted(outbox.insert<Subscription>(model, fresh, requested(id, asked, token)))) return
      const other = await model.findOne({ email: asked.email }).lean()
      if (other) await renew(other._id, asked, token)
    },

    confirm: (id: string, at: Date) =>
      outbox.update<Subscription>(model, id, ({ email, language, leaveToken, confirmedAt }) => {
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

    /** Nothing is kept of who leaves. */
    leave: async (leaveToken: string): Promise<void> => {
      await model.deleteOne({ leaveToken })
    },

    erase: async (email: string): Promise<void> => {
      if (email) await model.deleteOne({ email })
    },
  }
}

export type NewsletterStore = ReturnType<typeof newsletterStore>

function requested(id: string, { email, language, leaveToken, askedAt }: Asked, confirmToken: string) {
  return {
    type: 'newsletter.requested' as const,
    data: { subscriptionId: id, at: askedAt.toISOString() },
    personal: { email, language, confirmToken, leaveToken },
  }
}
