import { contactSubjects } from '@darsi/contracts/contact.ts'
import type { Ticket as TicketAnswer } from '@darsi/contracts/tickets-api.ts'
import { problem } from '@darsi/kit/problem.ts'
import type { Ticket } from './ticket-store.ts'

/** product.md §5: new → answered → closed; one that is answered may be answered again. */
export function answered(ticket: Pick<Ticket, 'status'>, text: string): { status: 'answered' } {
  if (ticket.status === 'closed') throw problem('ticket-closed')
  if (text.trim() === '') throw problem('message-empty')
  return { status: 'answered' }
}

export function closed(ticket: Pick<Ticket, 'status'>): { status: 'closed' } {
  if (ticket.status === 'closed') throw problem('ticket-closed')
  return { status: 'closed' }
}

/** As the mails about it name it. */
export const referenceOf = (id: string): string => id.slice(0, 8).toUpperCase()

export const isSubject = (subject: string): boolean => Object.hasOwn(contactSubjects, subject)

export function listedTicket(row: Ticket, names: ReadonlyMap<string, string>): TicketAnswer {
  const { _id: id, status, name, email, phone, userType, subject, message, language } = row
  return {
    id,
    reference: referenceOf(id),
    status,
    name,
    email,
    phone,
    userType,
    subject,
    message,
    language,
    createdAt: row.createdAt.toISOString(),
    dueAt: row.dueAt.toISOString(),
    answers: (row.answers ?? []).map(({ text, by, at }) => ({
      text,
      by,
      byName: names.get(by) ?? '',
      at: at.toISOString(),
    })),
    closedAt: row.closedAt?.toISOString() ?? null,
    closedBy: row.closedBy ? { id: row.closedBy, name: names.get(row.closedBy) ?? '' } : null,
  }
}
