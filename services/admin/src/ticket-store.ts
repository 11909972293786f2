import { type Language, languages } from '@darsi/contracts/languages.ts'
import { isDuplicateKey } from '@darsi/kit/mongo.ts'
import { indexOutbox, type Outbox, type Outboxed, outboxFields } from '@darsi/kit/outbox.ts'
import { type Connection, Schema } from 'mongoose'

/** A message of the contact form (product.md §5: new → answered → closed). */
export type Ticket = Outboxed & {
  status: 'new' | 'answered' | 'closed'
  name: string
  email: string
  phone: string
  userType: string
  subject: string
  message: string
  language: Language
  userId: string | null
  createdAt: Date
  dueAt: Date
}

/** Contact messages are kept for twelve months. */
const keepSeconds = 365 * 24 * 3600

export function ticketStore(connection: Connection, outbox: Outbox) {
  const text = { type: String, default: '' }
  const schema = new Schema(
    {
      _id: { type: String, required: true },
      status: { type: String, required: true, enum: ['new', 'answered', 'closed'] },
      name: text,
      email: text,
      phone: text,
      userType: text,
      subject: text,
      message: text,
      language: { type: String, required: true, enum: languages },
      userId: { type: String, default: null },
      createdAt: { type: Date, required: true },
      dueAt: { type: Date, required: true },
      ...outboxFields,
    },
    { versionKey: false },
  )
  schema.index({ status: 1, dueAt: 1 })
  schema.index({ email: 1 })
  schema.index({ userId: 1 }, { sparse: true })
  schema.index({ createdAt: 1 }, { expireAfterSeconds: keepSeconds })
  indexOutbox(schema)
  const model = connection.model<Ticket>('ticket', schema)

  return {
    model,
    /** A ticket that is there already is left as it is. */
    open: async (ticket: Omit<Ticket, keyof Outboxed | 'status'> & { _id: string }): Promise<void> => {
      const { _id, userType, subject, name, email, phone, message, language, createdAt, dueAt } = ticket
      try {
        await outbox.insert<Ticket>(
          model,
          { ...ticket, status: 'new' },
          {
            type: 'contact.received',
            data: {
              ticketId: _id,
              userType,
              subject,
              receivedAt: createdAt.toISOString(),
              dueAt: dueAt.toISOString(),
            },
            personal: { name, email, phone, message, language },
          },
        )
      } catch (error) {
        if (!isDuplicateKey(error)) throw error
      }
    },
    /** What a person who is erased wrote, signed in or by the same address. */
    erase: async (userId: string, email: string): Promise<void> => {
      const theirs = email ? { $or: [{ userId }, { email }] } : { userId }
      await model.collection.deleteMany(theirs as never)
    },
  }
}

export type TicketStore = ReturnType<typeof ticketStore>
