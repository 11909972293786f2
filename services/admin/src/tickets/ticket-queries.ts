import { foldLetters } from '@darsi/contracts/reference/fold-text.ts'
import type { TicketStatus } from '@darsi/contracts/rules/texts/contact.ts'
import { byTime, pageOf } from '@darsi/kit/mongo/page.ts'
import { containsText } from '../stores/contains-text.ts'
import { settledWithinMs } from './ticket.ts'
import type { TicketStore } from './ticket-store.ts'

type Page = {
  status: TicketStatus | 'all'
  id?: string | undefined
  subject?: string | undefined
  q?: string | undefined
  limit: number
  cursor?: string | undefined
}

export type TicketQueries = ReturnType<typeof createTicketQueries>

export function createTicketQueries({ collection: tickets }: Pick<TicketStore, 'collection'>) {
  return {
    /** New tickets by their deadline, the others by the time of receipt. */
    page: async ({ status, id, subject, q, limit, cursor }: Page, now: Date) => {
      const filter = {
        ...(id === undefined ? status !== 'all' && { status } : { _id: id }),
        ...(subject && { subject }),
        ...containsText(foldLetters(q ?? ''), 'searchText'),
      }
      const [field, direction] = status === 'new' ? (['dueAt', 1] as const) : (['createdAt', -1] as const)
      const page = await pageOf(tickets, {
        filter,
        order: byTime(field, direction),
        limit,
        cursor,
        name: field,
      })
      return { ...page, overdue: await tickets.countDocuments({ status: 'new', dueAt: { $lt: now } }) }
    },

    /** Ids of tickets that are not answered or not settled in time, and of which support was not reminded yet. */
    overdue: async (now: Date): Promise<string[]> => {
      const found = await tickets
        .find(
          {
            $or: [
              { status: 'new', dueAt: { $lte: now }, remindedAt: null },
              {
                status: { $in: ['new', 'answered'] },
                createdAt: { $lte: new Date(now.getTime() - settledWithinMs) },
                settleRemindedAt: null,
              },
            ],
          },
          { projection: { _id: 1 }, sort: { dueAt: 1 }, limit: 100 },
        )
        .toArray()
      return found.map(({ _id }) => _id)
    },
  }
}
