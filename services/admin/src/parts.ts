import type { Stored } from '@darsi/kit/documents.ts'
import type { Outbox } from '@darsi/kit/outbox.ts'
import type { Connection } from 'mongoose'
import { auditLog } from './audit-log.ts'
import { createContact } from './contact.ts'
import type { ContactLimits } from './contact-limits.ts'
import { createCounters } from './counters.ts'
import { createErasures } from './erasures.ts'
import { createStatistics } from './statistics.ts'
import { ticketStore } from './ticket-store.ts'
import { userStore } from './user-store.ts'

/** Everything that routes and events work with, on one database: the same for the service and its tests. */
export function createParts(connection: Connection, outbox: Outbox, limits: ContactLimits) {
  const users = userStore(connection)
  const tickets = ticketStore(connection, outbox)
  return {
    users,
    tickets,
    outbox,
    audit: auditLog(connection),
    erasures: createErasures(users, outbox),
    contact: createContact(tickets, limits),
    statistics: createStatistics(users),
    counters: createCounters(connection),
    // `as`: a mongoose model is the driver's collection to the relay
    outboxed: [users.model, tickets.model] as unknown as Stored[],
  }
}
