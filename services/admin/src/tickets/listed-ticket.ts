import type { Ticket as ListedTicket } from '@darsi/contracts/calls/admin/tickets-api.ts'
import type { UserStore } from '../users/user-store.ts'
import type { Ticket } from './ticket.ts'

export async function listedTickets(
  users: Pick<UserStore, 'names'>,
  tickets: readonly Ticket[],
): Promise<ListedTicket[]> {
  const people = tickets.flatMap(({ answers = [], closedBy }) => [
    ...answers.map(({ by }) => by),
    ...(closedBy ? [closedBy] : []),
  ])
  const names = await users.names(people)
  return tickets.map((ticket) => listedTicket(ticket, names))
}

function listedTicket(ticket: Ticket, names: ReadonlyMap<string, string>): ListedTicket {
  const { _id: id, status, name, email, phone, userType, subject, message, language } = ticket
  return {
    ...{ id, status, name, email, phone, userType, subject, message, language },
    // the reference that the mails about the ticket show
    reference: id.slice(0, 8).toUpperCase(),
    createdAt: ticket.createdAt.toISOString(),
    dueAt: ticket.dueAt.toISOString(),
    answers: (ticket.answers ?? []).map(({ text, by, at }) => ({
      text,
      by,
      byName: names.get(by) ?? '',
      at: at.toISOString(),
    })),
    closedAt: ticket.closedAt?.toISOString() ?? null,
    closedBy: ticket.closedBy ? { id: ticket.closedBy, name: names.get(ticket.closedBy) ?? '' } : null,
  }
}
