import type { EventInput } from '@darsi/contracts/events/events.ts'
import { foldLetters } from '@darsi/contracts/reference/fold-text.ts'
import type { Language } from '@darsi/contracts/reference/languages.ts'
import { dayMs } from '@darsi/contracts/reference/tunis-time.ts'
import type { TicketStatus } from '@darsi/contracts/rules/texts/contact.ts'
import { problem } from '@darsi/kit/http/problem.ts'

/** A message of the contact form (product.md §5: new → answered → closed). */
export type Ticket = {
  _id: string
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
  searchText: string
  answers: { text: string; by: string; at: Date }[]
  closedAt: Date | null
  closedBy: string | null
  remindedAt: Date | null
  settleRemindedAt: Date | null
}

/** The shortest time in which the public pages promise an end (spec §9: mediation within 5 days). */
export const settledWithinMs = 5 * dayMs

export type Moved = {
  changed: Ticket
  event: EventInput<'contact.received' | 'contact.answered' | 'contact.closed' | 'contact.overdue'>
}

type Later = 'status' | 'searchText' | 'answers' | 'closedAt' | 'closedBy' | 'remindedAt' | 'settleRemindedAt'

export function receive(received: Omit<Ticket, Later>): Moved {
  const { _id: ticketId, name, email, phone, message, language, userType, subject } = received
  const times = { receivedAt: received.createdAt.toISOString(), dueAt: received.dueAt.toISOString() }
  return {
    changed: {
      ...received,
      status: 'new',
      searchText: ticketSearchText(received),
      answers: [],
      closedAt: null,
      closedBy: null,
      remindedAt: null,
      settleRemindedAt: null,
    },
    event: {
      type: 'contact.received',
      data: { ticketId, userType, subject, ...times, ...accountOf(received) },
      personal: { name, email, phone, message, language },
    },
  }
}

const accountOf = ({ userId }: Pick<Ticket, 'userId'>) => (userId ? { accountId: userId } : {})

type By = { by: string; at: Date }
type Answer = By & { text: string; seenAnswers: number }

/**
 * An answered ticket may be answered again, by an administrator who has seen its answers.
 * @throws problem `ticket-closed`, `stale-version` or `message-empty`
 */
export function answer(ticket: Ticket, { text, by, at, seenAnswers }: Answer): Moved {
  if (ticket.status === 'closed') throw problem('ticket-closed')
  const { _id: ticketId, subject, name, email, language, message, answers } = ticket
  if (answers.length > seenAnswers) throw problem('stale-version')
  const trimmed = text.trim()
  if (trimmed === '') throw problem('message-empty')
  return {
    changed: { ...ticket, status: 'answered', answers: [...answers, { text: trimmed, by, at }] },
    event: {
      type: 'contact.answered',
      data: { ticketId, subject, by, at: at.toISOString(), ...accountOf(ticket) },
      personal: { name, email, language, message, answer: trimmed },
    },
  }
}

/** @throws problem `ticket-closed` */
export function close(ticket: Ticket, { by, at }: By): Moved {
  if (ticket.status === 'closed') throw problem('ticket-closed')
  return {
    changed: { ...ticket, status: 'closed', closedAt: at, closedBy: by },
    event: { type: 'contact.closed', data: { ticketId: ticket._id, by, at: at.toISOString() } },
  }
}

/** Reminds support of a ticket, once when nobody answered in time and once when it is still open after five days. */
export function remind(ticket: Ticket, now: Date): Moved | null {
  const settleBy = new Date(ticket.createdAt.getTime() + settledWithinMs)
  if (ticket.status !== 'closed' && !ticket.settleRemindedAt && settleBy <= now)
    return reminded(ticket, { remindedAt: ticket.remindedAt ?? now, settleRemindedAt: now }, settleBy, now)
  if (ticket.status === 'new' && !ticket.remindedAt && ticket.dueAt <= now)
    return reminded(ticket, { remindedAt: now }, ticket.dueAt, now)
  return null
}

function reminded(ticket: Ticket, change: Partial<Ticket>, dueAt: Date, now: Date): Moved {
  const { _id: ticketId, subject } = ticket
  const times = { dueAt: dueAt.toISOString(), at: now.toISOString() }
  return {
    changed: { ...ticket, ...change },
    event: { type: 'contact.overdue', data: { ticketId, subject, ...times } },
  }
}

export function ticketSearchText({ _id, name, email }: Pick<Ticket, '_id' | 'name' | 'email'>): string {
  return foldLetters(`${name} ${email} ${_id.slice(0, 8)}`)
}
