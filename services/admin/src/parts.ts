import type { Stored } from '@darsi/kit/documents.ts'
import type { Outbox } from '@darsi/kit/outbox.ts'
import type { Connection } from 'mongoose'
import { auditLog } from './audit-log.ts'
import { createContact } from './contact.ts'
import { createCounters } from './counters.ts'
import { createErasures } from './erasures.ts'
import { healthStore } from './health/health-store.ts'
import type { FormLimits } from './form-limits.ts'
import { createNewsletter } from './newsletter.ts'
import { newsletterStore } from './newsletter-store.ts'
import { createStatistics } from './statistics.ts'
import { ticketStore } from './ticket-store.ts'
import { userStore } from './user-store.ts'

type Limits = { contact: FormLimits; newsletter: FormLimits }

/** Everything that routes and events work with, on one database: the same for the service and its tests. */
export function createParts(connection: Connection, outbox: Outbox, limits: Limits) {
  const users = userStore(connection)
  const tickets = ticketStore(connection, outbox)
  const subscriptions = newsletterStore(connection, outbox)
  return {
    users,
    tickets,
    subscriptions,
    outbox,
    audit: auditLog(connection),
    health: healthStore(connection),
    erasures: createErasures(users, outbox),
    contact: createContact(tickets, limits.contact),
    newsletter: createNewsletter(subscriptions, limits.newsletter),
    statistics: createStatistics(users),
    counters: createCounters(connection),
    // `as`: a mongoose model is the driver's collection to the relay
    outboxed: [users.model, tickets.model, subscriptions.model] as unknown as Stored[],
  }
}
