import { hashOf, newToken } from '@darsi/kit/identity/tokens.ts'
import type { Redis } from 'ioredis'
import * as z from 'zod'
import type { SeatOfTab } from '../rooms/seat.ts'

const lifeSeconds = 30
const seatSchema = z.object({
  ...{ sessionId: z.string(), userId: z.string(), device: z.string() },
  authSessionId: z.string().optional(),
})
export type TicketStore = ReturnType<typeof createTicketStore>

/** Tickets for sockets, because a browser cannot send a token with one. Each opens one socket within 30 seconds. */
export function createTicketStore(redis: Pick<Redis, 'set' | 'getdel'>) {
  return {
    issue: async (seat: SeatOfTab): Promise<string> => {
      const ticket = newToken()
      await redis.set(keyOf(ticket), JSON.stringify(seat), 'EX', lifeSeconds)
      return ticket
    },
    /** Null for a ticket that expired, was used or never existed. */
    spend: async (ticket: string): Promise<SeatOfTab | null> => {
      // one command, so that two sockets at once do not both get it
      const found = await redis.getdel(keyOf(ticket))
      return found ? seatSchema.parse(JSON.parse(found)) : null
    },
  }
}

const keyOf = (ticket: string): string => `ticket:${hashOf(ticket)}`
