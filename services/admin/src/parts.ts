import type { Stored } from '@darsi/kit/documents.ts'
import type { Outbox } from '@darsi/kit/outbox.ts'
import type { Sealer } from '@darsi/kit/seal.ts'
import type { Connection } from 'mongoose'
import { createAlerts } from './alerts/alerts.ts'
import { createAnalytics } from './analytics/analytics.ts'
import { lessonStore } from './analytics/lesson-store.ts'
import { offerStore } from './analytics/offer-store.ts'
import { ratingStore } from './analytics/rating-store.ts'
import { auditLog } from './audit-log.ts'
import { connectionStore } from './connections/connection-store.ts'
import { upgradeStore } from './connections/upgrade-store.ts'
import { createContact } from './contact.ts'
import { createCounters } from './counters.ts'
import { duplicateStore } from './duplicates/duplicate-store.ts'
import { createMerging } from './duplicates/merge.ts'
import { createErasures } from './erasures.ts'
import type { FormLimits } from './form-limits.ts'
import { healthStore } from './health/health-store.ts'
import { createNewsletter } from './newsletter.ts'
import { newsletterStore } from './newsletter-store.ts'
import { createStatistics } from './statistics.ts'
import { ticketStore } from './ticket-store.ts'
import { userStore } from './user-store.ts'

type Limits = { contact: FormLimits; newsletter: FormLimits }

/** Everything that routes and events work with, on one database: the same for the service and its tests. */
export function createParts(connection: Connection, outbox: Outbox, sealer: Sealer, limits: Limits) {
  const users = userStore(connection)
  const tickets = ticketStore(connection, outbox)
  const connections = connectionStore(connection)
  const upgrades = upgradeStore(connection)
  const subscriptions = newsletterStore(connection, outbox)
  const erasures = createErasures(users, outbox)
  const duplicates = duplicateStore(connection, users, outbox)
  const alerts = createAlerts({ connection, outbox, users, connections, sealer })
  const statistics = createStatistics(users)
  const lessons = lessonStore(connection)
  const offers = offerStore(connection)
  const ratings = ratingStore(connection)
  return {
    lessons,
    offers,
    ratings,
    analytics: createAnalytics({ users, connections, lessons, offers, ratings, statistics }),
    users,
    tickets,
    subscriptions,
    connections,
    upgrades,
    alerts,
    outbox,
    audit: auditLog(connection),
    health: healthStore(connection),
    erasures,
    duplicates,
    merging: createMerging({ duplicates, users, outbox, erasures }),
    contact: createContact(tickets, limits.contact),
    newsletter: createNewsletter(subscriptions, limits.newsletter),
    statistics,
    counters: createCounters(connection),
    // `as`: a mongoose model is the driver's collection to the relay
    outboxed: [
      users.model,
      tickets.model,
      subscriptions.model,
      connections.model,
      upgrades.model,
      alerts.store.model,
      duplicates.model,
    ] as unknown as Stored[],
  }
}
