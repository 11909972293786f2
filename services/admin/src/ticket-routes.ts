import { ticketsApi } from '@darsi/contracts/tickets-api.ts'
import type { Outbox } from '@darsi/kit/outbox.ts'
import { problem } from '@darsi/kit/problem.ts'
import { type Route, route, success } from '@darsi/kit/route.ts'
import { answered, closed, listedTicket } from './ticket.ts'
import type { Ticket, TicketStore } from './ticket-store.ts'
import type { UserStore } from './user-store.ts'

export type TicketDeps = { tickets: TicketStore; users: Pick<UserStore, 'names'>; outbox: Outbox }

export function ticketRoutes({ tickets, users, outbox }: TicketDeps): Route[] {
  const listed = async (rows: readonly Ticket[]) => {
    const people = rows.flatMap(({ answers, closedBy }) => [
      ...(answers ?? []).map(({ by }) => by),
      ...(closedBy ? [closedBy] : []),
    ])
    const names = await users.names(people)
    return rows.map((row) => listedTicket(row, names))
  }
  const one = async (row: Ticket | null) => {
    const [ticket] = row ? await listed([row]) : []
    if (!ticket) throw problem('not-found')
    return success(ticket)
  }
  return [
    route(ticketsApi, 'GET /admin/tickets', async ({ query }) => {
      const { rows, ...counts } = await tickets.page(query, new Date())
      return { success: true as const, data: await listed(rows), ...counts }
    }),
    route(ticketsApi, 'POST /admin/tickets/:id/answer', async ({ params, body, identity }) => {
      const { userId: by } = identity
      const at = new Date()
      const answer = body.text.trim()
      const row = await outbox.update(tickets.model, params.id, (ticket) => {
        const { name, email, language, message, subject } = ticket
        return {
          update: { $set: answered(ticket, answer), $push: { answers: { text: answer, by, at } } },
          event: {
            type: 'contact.answered',
            data: { ticketId: params.id, subject, by, at: at.toISOString() },
            personal: { name, email, language, message, answer },
          },
        }
      })
      return one(row)
    }),
    route(ticketsApi, 'POST /admin/tickets/:id/close', async ({ params, identity }) => {
      const { userId: by } = identity
      const at = new Date()
      const row = await outbox.update(tickets.model, params.id, (ticket) => ({
        update: { $set: { ...closed(ticket), closedAt: at, closedBy: by } },
        event: { type: 'contact.closed', data: { ticketId: params.id, by, at: at.toISOString() } },
      }))
      return one(row)
    }),
  ]
}
