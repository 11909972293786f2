import { gatewayReportsKey } from '@darsi/contracts/calls/health.ts'
import { hourMs } from '@darsi/contracts/reference/tunis-time.ts'
import type { ApprovalNeed } from '@darsi/contracts/rules/proofs.ts'
import type { ErasureLedger } from '@darsi/kit/backup/erasure-ledger.ts'
import type { Outbox } from '@darsi/kit/events/outbox.ts'
import type { Sealer } from '@darsi/kit/events/seal.ts'
import { createWriteLimits } from '@darsi/kit/mongo/write-limits.ts'
import type { Log } from '@darsi/kit/observability/log.ts'
import { createProofOfWork } from '@darsi/kit/proof-of-work/proof-of-work.ts'
import type { Redis } from 'ioredis'
import type { Connection } from 'mongoose'
import { createAlertQueries } from './alerts/alert-queries.ts'
import { createAlertStore } from './alerts/alert-store.ts'
import { createEvidenceStore } from './alerts/evidence-store.ts'
import { createOpenEvidence } from './alerts/open-evidence.ts'
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
import { createReturnCheck } from './evidence/return-check.ts'
import { createFormLimits } from './form-limits.ts'
import { createGatewayReports, createHealthStore } from './health/health-store.ts'
import { createNotifyAdmins } from './live.ts'
import { createIssueStore } from './newsletter/issue-store.ts'
import { createNewsletter } from './newsletter/newsletter.ts'
import { createSubscriptionStore } from './newsletter/subscription-store.ts'
import { createOpenCounters, createReviewCounters } from './overview/counters.ts'
import { createRetention } from './retention/retention.ts'
import { createDailyFigures } from './statistics/daily-figures.ts'
import { createStatistics } from './statistics/statistics.ts'
import { createContact } from './tickets/contact.ts'
import { createTicketQueries } from './tickets/ticket-queries.ts'
import { createTicketStore } from './tickets/ticket-store.ts'
import { createTransparencyStore } from './transparency/transparency-store.ts'
import { createUserStore } from './users/user-store.ts'

type Options = {
  connection: Connection
  outbox: Outbox
  redis: Redis
  log: Log
  /** The clock that all processes share (server-clock.ts). */
  now: () => Date
  alertSealer: Sealer
  keys: { audit: string; evidence: string; proof: string }
  evidenceYears: number
  ledger: ErasureLedger
  /** Also holds the anchors of the audit log. */
  ledgerFolder: string
  formLimits: { perEmail: number; perAddress: number }
  publicUrl: string
  approvalRequires: readonly ApprovalNeed[]
  /** Of the keys in Redis: the processes of one site share them. */
  redisPrefix?: string
}

export type Parts = ReturnType<typeof createParts>

/** Everything on one database, the same for the service and its tests. */
export function createParts(options: Options) {
  const { connection, outbox, redis, log, now, alertSealer, ledger, redisPrefix = '' } = options
  const stores = createStores(options)
  const { users, duplicates, alerts, evidence } = stores
  const audit = createAuditLog(connection, createAuditMac(options.keys.audit))
  const anchors = createAuditAnchors({ connection, outbox, audit, folder: options.ledgerFolder, log })
  const erasures = createErasures({ ...stores, ledger, now })
  const openEvidence = createOpenEvidence({ users, evidence, alertSealer })
  const raiseAlert = createRaiseAlert({ ...stores, openEvidence }, now)
  const statistics = createStatistics(users)
  const proofOfWork = createProofOfWork(redis, options.keys.proof, now)
  const limitsOf = (form: string) =>
    createFormLimits(redis, `${redisPrefix}${form}`, options.formLimits, proofOfWork)
  return {
    ...stores,
    connection,
    outbox,
    now,
    proofOfWork,
    publicUrl: options.publicUrl,
    approvalRequires: options.approvalRequires,
    audit,
    anchors,
    erasures,
    erasureQueries: createErasureQueries(users),
    removals: createRetention(stores, { erasures, audit }),
    alertSealer,
    raiseAlert,
    returnCheck: createReturnCheck({ ...stores, raiseAlert, alertSealer }),
    detectDuplicates: createDetectDuplicates({ users, duplicates }),
    merging: createMerging({ duplicates, users, erasures, now }),
    contact: createContact(stores.tickets, limitsOf('contact'), now),
    newsletter: createNewsletter(stores.subscriptions, limitsOf('newsletter'), now),
    statistics,
    dailyFigures: createDailyFigures(connection, statistics.publicFigures),
    analytics: createAnalytics({ ...stores, statistics }, now),
    counters: { ...createReviewCounters(stores, now), ...createOpenCounters(stores, now) },
    transparency: createTransparencyStore(connection, { ...stores, statistics }),
    notifyAdmins: createNotifyAdmins(redis, log),
    gatewayReports: createGatewayReports(redis, redisPrefix + gatewayReportsKey),
    outboxed: [
      users,
      stores.tickets,
      stores.subscriptions,
      stores.issues,
      stores.connections,
      stores.upgrades,
      stores.careChanges,
      alerts,
      duplicates,
      anchors,
    ].map(({ collection }) => collection),
  }
}

function createStores({ connection, outbox, now, keys, evidenceYears: years }: Options) {
  const evidence = { key: keys.evidence, years }
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
    health: createHealthStore(connection),
    lessons: createLessonStore(connection),
    offers: createOfferStore(connection, now),
    ratings: createRatingStore(connection),
  }
}
