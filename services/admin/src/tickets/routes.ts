import { ticketsApi } from '@darsi/contracts/calls/admin/tickets-api.ts'
import { messageText } from '@darsi/contracts/texts/messages.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { type Route, route, succeeded, success } from '@darsi/kit/http/route.ts'
import type { UserStore } from '../users/user-store.ts'
import type { Contact } from './contact.ts'
import { listedTickets } from './listed-ticket.ts'
import { answer, close, type Ticket } from './ticket.ts'
import type { TicketQueries } from './ticket-queries.ts'
import type { TicketStore } from './ticket-store.ts'

export type TicketDeps = {
  tickets: Pick<TicketStore, 'update' | 'erase'>
  ticketQueries: Pick<TicketQueries, 'page'>
  contact: Contact
  users: Pick<UserStore, 'names' | 'isAnyErased'>
}

export function ticketRoutes({ tickets, ticketQueries, contact, users }: TicketDeps): Route[] {
  const single = async (ticket: Ticket | null) => {
    const [listed] = ticket ? await listedTickets(users, [ticket]) : []
    if (!listed) throw problem('not-found')
    return success(listed)
  }
  return [
    route(ticketsApi, 'POST /contact', async ({ body, identity, language, clientIp, request }) => {
      const { altcha, ...values } = body
      await contact({
        ...{ values, language, clientIp, altcha },
        userId: identity?.userId ?? null,
        idempotencyKey: request.get('idempotency-key'),
      })
      if (identity) await refuseErased({ tickets, users }, identity.userId)
      return succeeded(messageText('contact-received', language))
    }),
    route(ticketsApi, 'GET /admin/tickets', async ({ query, at }) => {
      const { rows, ...counts } = await ticketQueries.page(query, at)
      return { success: true as const, data: await listedTickets(users, rows), ...counts }
    }),
    route(ticketsApi, 'POST /admin/tickets/:id/answer', async ({ params, body, identity, at }) => {
      const answered = { ...body, by: identity.userId, at }
      return single(await tickets.update(params.id, (ticket) => answer(ticket, answered)))
    }),
    route(ticketsApi, 'POST /admin/tickets/:id/close', async ({ params, identity, at }) => {
      const closed = { by: identity.userId, at }
      return single(await tickets.update(params.id, (ticket) => close(ticket, closed)))
    }),
  ]
}

/**
 * After the insert, because an erasure may begin between a check and the insert.
 * @throws problem `unauthenticated` for an erased account, whose tickets are erased again
 */
async function refuseErased(
  { tickets, users }: Pick<TicketDeps, 'tickets' | 'users'>,
  userId: string,
): Promise<void> {
  if (!(await users.isAnyErased([userId]))) return
  await tickets.erase(userId)
  throw problem('unauthenticated')
}
