import { retentionSeconds } from '@darsi/contracts/rules/retention.ts'
import { type Outbox, type Outboxed, outboxIndex } from '@darsi/kit/events/outbox.ts'
import { collection } from '@darsi/kit/mongo/collection.ts'
import { inserted } from '@darsi/kit/mongo/mongo.ts'
import type { Connection } from 'mongoose'
import { changedFields } from '../stores/changed-fields.ts'
import type { Moved, Ticket } from './ticket.ts'

export type TicketStore = ReturnType<typeof createTicketStore>

export function createTicketStore(connection: Connection, outbox: Outbox) {
  const tickets = collection<Ticket & Outboxed>(connection, 'tickets', [
    { key: { status: 1, dueAt: 1, _id: 1 } },
    { key: { email: 1 } },
    { key: { userId: 1 }, partialFilterExpression: { userId: { $type: 'string' } } },
    { key: { createdAt: 1 }, expireAfterSeconds: retentionSeconds('tickets') },
    outboxIndex,
  ])
  return {
    collection: tickets,

    /** A repeated submission finds the ticket there and changes nothing. */
    insert: async ({ changed, event }: Moved): Promise<void> => {
      await inserted(outbox.insert<Ticket & Outboxed>(tickets, changed, event))
    },

    /** @returns the ticket as it is now, or null when there is none or `decide` changes nothing */
    update: (id: string, decide: (ticket: Ticket) => Moved | null): Promise<Ticket | null> =>
      outbox.update(tickets, id, (found) => {
        const moved = decide(found)
        return moved && { update: { $set: changedFields<Ticket>(found, moved.changed) }, event: moved.event }
      }),

    /** Gives an account the anonymous messages that came from its confirmed address, up to the confirmation. */
    join: async (userId: string, provenEmail: string, until: Date): Promise<void> => {
      const anonymous = { email: provenEmail, userId: null, createdAt: { $lte: until } }
      await tickets.updateMany(anonymous, { $set: { userId } })
    },

    erase: async (userId: string, provenEmail?: string): Promise<void> => {
      await tickets.deleteMany(ticketsOf(userId, provenEmail))
    },
  }
}

/**
 * The messages of an account: those written while signed in, and anonymous ones from its confirmed address. An
 * unconfirmed address gives access to nothing, and another account's message stays with that account.
 */
export function ticketsOf(userId: string, provenEmail?: string): object {
  return provenEmail ? { $or: [{ userId }, { email: provenEmail, userId: null }] } : { userId }
}
