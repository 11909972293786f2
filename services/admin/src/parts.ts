import { hourMs } from '@darsi/contracts/reference/tunis-time.ts'
import type { ErasureLedger } from '@darsi/kit/backup/erasure-ledger.ts'
import type { Outbox } from '@darsi/kit/events/outbox.ts'
import type { Sealer } from '@darsi/kit/events/seal.ts'
import { createWriteLimits } from '@darsi/kit/mongo/write-limits.ts'
import type { Log } from '@darsi/kit/observability/log.ts'
import type { Connection } from 'mongoose'
import { createAlertQueries } from './alerts/alert-queries.ts'
import { createAlertStore } from './alerts/alert-store.ts'
import { createRaiseAlert } from './alerts/raise-alert.ts'
import { createAnalytics } from './analytics/analytics.ts'
import { createLessonStore } from './analytics/lesson-store.ts'
import { createOfferStore } from './analytics/offer-store.ts'
import { createRatingStore } from './analytics/rating-store.ts'
import { createAuditAnchors } from './audit/audit-anchors.ts'
import { createAuditLog } from './audit/audit-log.ts'
import { createAuditMac } from './audit/audit-mac.ts'
import { createCareChangeStore } from './care/care-change-store.ts'
import { createGuardianshipStore } from './care/guardianship-store.ts'
import { createConnectionQueries } from './connections/connection-queries.ts'
import { createConnectionStore } from './connections/connection-store.ts'
import { createUpgradeStore } from './connections/upgrade-store.ts'
import { createDetectDuplicates } from './duplicates/detect.ts'
import { createDuplicateStore } from './duplicates/duplicate-store.ts'
import { createMerging } from './duplicates/merge-accounts.ts'
import { createErasures } from './erasures/erasure-commands.ts'
import { createErasureQueries } from './erasures/erasure-queries.ts'
import { createClosureStore } from './evidence/closures.ts'
import { createEvidenceStore, type EvidenceOptions } from './evidence/evidence-store.ts'
import { createReturnCheck } from './evidence/return-check.ts'
import type { FormLimits } from './form-limits.ts'
import { createHealthStore } from './health/health-store.ts'
import { createIssueStore } from './newsletter/issue-store.ts'
import { createNewsletter } from './newsletter/newsletter.ts'
import { createSubscriptionStore } from './newsletter/subscription-store.ts'
import { createRetention } from './retention/retention.ts'
import { createCounters } from './statistics/counters.ts'
import { createStatistics } from './statistics/statistics.ts'
import { createContact } from './tickets/contact.ts'
import { createTicketQueries } from './tickets/ticket-queries.ts'
import { createTicketStore } from './tickets/ticket-store.ts'
import { createTransparencyStore } from './transparency/transparency-store.ts'
import { createUserStore } from './users/user-store.ts'

/** The sealer of alerts, the key and years of evidence, the keys of the audit log. */
type Keys = {
  sealer: Sealer
  evidence: EvidenceOptions
  audit: string
  /** Processes of a release without these keys may still run. */
  isUpgrade?: boolean
}
type Outside = {
  /** The clock that all processes share (server-clock.ts). */
  now: () => Date
  contact: FormLimits
  newsletter: FormLimits
  ledger: ErasureLedger
  anchors: { folder: string; log: Log }
}

/** Everything that routes and events need, on one database: the same for the service and its tests. */
export function createParts(
  connection: Connection,
  outbox: Outbox,
  { sealer: alertSealer, evidence: evidenceOptions, audit: auditKeys, isUpgrade = false }: Keys,
  outside: Outside,
) {
  const { now } = outside
  const stores = createStores(connection, outbox, { evidence: evidenceOptions, now })
  const { users, duplicates, tickets, subscriptions } = stores
  const audit = createAuditLog(connection, createAuditMac(auditKeys), { now, isUpgrade })
  const anchors = createAuditAnchors({ connection, outbox, audit, ...outside.anchors })
  const erasures = createErasures({ ...stores, ledger: outside.ledger, now })
  const raiseAlert = createRaiseAlert({ ...stores, alertSealer, now })
  const statistics = createStatistics(users)
  return {
    ...stores,
    connection,
    outbox,
    audit,
    anchors,
    erasures,
    erasureQueries: createErasureQueries(users),
    removals: createRetention({ ...stores, connection, erasures }),
    alertSealer,
    raiseAlert,
    returnCheck: createReturnCheck({ ...stores, raiseAlert, alertSealer }),
    detectDuplicates: createDetectDuplicates({ users, duplicates }),
    merging: createMerging({ duplicates, users, erasures, now }),
    contact: createContact(tickets, outside.contact, now),
    newsletter: createNewsletter(subscriptions, outside.newsletter, now),
    statistics,
    analytics: createAnalytics({ ...stores, statistics, now }),
    counters: createCounters(stores, now),
    transparency: createTransparencyStore(connection, { ...stores, statistics }),
    outboxed: [
      users,
      tickets,
      subscriptions,
      stores.issues,
      stores.connections,
      stores.upgrades,
      stores.careChanges,
      stores.alerts,
      duplicates,
      anchors,
    ].map(({ collection }) => collection),
  }
}

function createStores(
  connection: Connection,
  outbox: Outbox,
  { evidence, now }: { evidence: EvidenceOptions; now: () => Date },
) {
  const alerts = createAlertStore(connection, outbox)
  const connections = createConnectionStore(connection, outbox)
  const tickets = createTicketStore(connection, outbox)
  return {
    users: createUserStore(connection, outbox),
    tickets,
    ticketQueries: createTicketQueries(tickets),
    connections,
    connectionQueries: createConnectionQueries(connections),
    upgrades: createUpgradeStore(connection, outbox),
    careChanges: createCareChangeStore(connection, outbox),
    guardianships: createGuardianshipStore(connection),
    subscriptions: createSubscriptionStore(connection, outbox, now),
    issues: createIssueStore(connection, outbox),
    alerts,
    alertQueries: createAlertQueries(alerts),
    reportLimit: createWriteLimits(connection, { report: { most: 10, perMs: hourMs } }),
    duplicates: createDuplicateStore(connection, outbox),
    evidence: createEvidenceStore(connection, evidence),
    closures: createClosureStore(connection, evidence),
    health: createHealthStore(connection),
    lessons: createLessonStore(connection),
    offers: createOfferStore(connection, now),
    ratings: createRatingStore(connection),
  }
}
