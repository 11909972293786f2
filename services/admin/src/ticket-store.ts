import type { TicketStatus } from '@darsi/contracts/contact.ts'
import { foldLetters } from '@darsi/contracts/fold-text.ts'
import { type Language, languages } from '@darsi/contracts/languages.ts'
import { inserted } from '@darsi/kit/mongo.ts'
import { indexOutbox, type Outbox, type Outboxed, outboxFields } from '@darsi/kit/outbox.ts'
import { problem } from '@darsi/kit/problem.ts'
import { type Connection, Schema } from 'mongoose'
import { beyond, holding, pageOf } from './page-of.ts'

/** A message of the contact form (product.md §5: new → answered → closed). */
export type Ticket = Outboxed & {
  status: TicketStatus
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
  searchText?: string
  answers?: { text: string; by: string; at: Date }[]
  closedAt?: Date | null
  closedBy?: string | null
  /** When support was told that it is overdue. */
  remindedAt?: Date | null
}

type Page = {
  status: TicketStatus | 'all'
  subject?: string | undefined
  q?: string | undefined
  limit: number
  cursor?: string | undefined
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
      searchText: text,
      answers: { type: [Object], default: undefined },
      closedAt: { type: Date, default: null },
      closedBy: { type: String, default: null },
      remindedAt: { type: Date, default: null },
      ...outboxFields,
    },
    { versionKey: false },
  )
  schema.index({ status: 1, dueAt: 1, _id: 1 })
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
      await inserted(
        outbox.insert<Ticket>(
          model,
          { ...ticket, status: 'new', searchText: ticketLetters({ _id, name, email }) },
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
        ),
      )
    },
    /** New ones by their due time, which is what presses; the others by when they came. */
    page: async ({ status, subject, q, limit, cursor }: Page, now: Date) => {
      const filter = {
        ...(status !== 'all' && { status }),
        ...(subject && { subject }),
        ...holding(foldLetters(q ?? ''), 'searchText'),
      }
      const [field, direction] = status === 'new' ? (['dueAt', 1] as const) : (['createdAt', -1] as const)
      const page = await pageOf<Ticket>(model.collection, {
        filter,
        behind: behind(cursor, field, direction),
        sort: { [field]: direction, _id: direction },
        limit,
        cursorOf: (last) => `${field}_${last[field].getTime()}_${last._id}`,
      })
      const overdue = { status: 'new', dueAt: { $lt: now } }
      return { ...page, overdue: await model.collection.countDocuments(overdue as never) }
    },

    /** Reminds support once of each that nobody answered in time; any number of processes may look. */
    remindDue: async (now: Date): Promise<void> => {
      const overdue = { status: 'new', dueAt: { $lte: now }, remindedAt: null }
      const found = await model.collection
        .find(overdue as never, { projection: { _id: 1 }, sort: { dueAt: 1 }, limit: 100 })
        .toArray()
      for (const { _id } of found)
        await outbox.update(model, String(_id), ({ status, remindedAt, subject, dueAt }) => {
          if (status !== 'new' || remindedAt) return null
          const times = { dueAt: dueAt.toISOString(), at: now.toISOString() }
          return {
            update: { $set: { remindedAt: now } },
            event: { type: 'contact.overdue', data: { ticketId: String(_id), subject, ...times } },
          }
        })
    },

    /** What a person who is erased wrote, signed in or by the same address. */
    erase: async (userId: string, email: string): Promise<void> => {
      const theirs = email ? { $or: [{ userId }, { email }] } : { userId }
      await model.collection.deleteMany(theirs as never)
    },
  }
}

export type TicketStore = ReturnType<typeof ticketStore>

/** By what a ticket is searched. */
export function ticketLetters({ _id, name, email }: Pick<Ticket, '_id' | 'name' | 'email'>): string {
  return foldLetters(`${name} ${email} ${_id.slice(0, 8)}`)
}

function behind(cursor: string | undefined, field: string, direction: 1 | -1): object {
  if (cursor === undefined) return {}
  const [, order, time, id = ''] = /^(dueAt|createdAt)_(\d{1,15})_(.+)$/.exec(cursor) ?? []
  if (order !== field) throw problem('cursor-invalid')
  return beyond(field, direction, new Date(Number(time)), id)
}
