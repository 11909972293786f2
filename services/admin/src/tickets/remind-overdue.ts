import { remind } from './ticket.ts'
import type { TicketQueries } from './ticket-queries.ts'
import type { TicketStore } from './ticket-store.ts'

type Deps = { tickets: Pick<TicketStore, 'update'>; ticketQueries: Pick<TicketQueries, 'overdue'> }

/** Reminds support of every overdue ticket; safe to run in several processes at once. */
export async function remindOverdue({ tickets, ticketQueries }: Deps, now: Date): Promise<void> {
  for (const id of await ticketQueries.overdue(now)) await tickets.update(id, (ticket) => remind(ticket, now))
}
