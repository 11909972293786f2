import { adminApi } from '@darsi/contracts/calls/admin/admin-api.ts'
import { hourMs } from '@darsi/contracts/reference/tunis-time.ts'
import { openLedger } from '@darsi/kit/backup/erasure-ledger.ts'
import { createSealer } from '@darsi/kit/events/seal.ts'
import { createApp } from '@darsi/kit/http/app.ts'
import { keepRetention } from '@darsi/kit/mongo/retention.ts'
import { restoredAt } from '@darsi/kit/mongo/version-base.ts'
import { createProofOfWork } from '@darsi/kit/proof-of-work/proof-of-work.ts'
import { connectRedis } from '@darsi/kit/redis/redis.ts'
import { repeat } from '@darsi/kit/repeat.ts'
import { createService, runService } from '@darsi/kit/service.ts'
import { escalateOverdue } from './alerts/escalate-overdue.ts'
import { createAuditMetrics } from './audit/audit-metrics.ts'
import { formLimitsOf, config as readConfig } from './config.ts'
import { startDemo } from './demo/demo.ts'
import { createErasureMetrics } from './erasures/erasure-metrics.ts'
import { consumes, rowWriters } from './events.ts'
import { createFormLimits } from './form-limits.ts'
import { createGatewayReports } from './health/gateway-reports.ts'
import { createNotifyAdmins } from './live.ts'
import { migrations } from './migrations.ts'
import { addressSubscribers } from './newsletter/address-subscribers.ts'
import { createParts } from './parts.ts'
import { routes } from './routes.ts'
import { remindOverdue } from './tickets/remind-overdue.ts'

const config = readConfig()
const service = await createService('admin', config)
const { connection, outbox, metrics, log } = service
const { date } = service.clock
const redis = connectRedis(config.REDIS_URL, log)
const sealer = createSealer(config.ALERT_KEY)
const sizes = formLimitsOf(config)
const proofOfWork = createProofOfWork(redis, config.PROOF_KEY, date)
const ledger = await openLedger(config.ERASURE_LEDGER)
const keys = {
  sealer,
  evidence: { key: config.EVIDENCE_KEY, years: config.EVIDENCE_YEARS },
  audit: config.AUDIT_KEY,
}
const parts = createParts(connection, outbox, keys, {
  now: date,
  ledger,
  anchors: { folder: config.ERASURE_LEDGER, log },
  contact: createFormLimits(redis, 'contact', sizes, proofOfWork),
  newsletter: createFormLimits(redis, 'newsletter', sizes, proofOfWork),
})
const notifyAdmins = createNotifyAdmins(redis, log)
parts.users.people.start(log)
createErasureMetrics(metrics.registry, parts.erasureQueries)
createAuditMetrics(metrics.registry, parts.anchors)

const rounds = [
  { everyMs: hourMs, work: () => parts.merging.settle(date()), failed: 'merges not settled' },
  { everyMs: 30_000, work: () => remindOverdue(parts, date()), failed: 'overdue not reminded' },
  { everyMs: 30_000, work: () => escalateOverdue(parts, date()), failed: 'alerts not escalated' },
  {
    everyMs: 60_000,
    work: async () => {
      // the figures stay for a day: those of a site that is just being filled would all be 0
      const found = await parts.statistics.location()
      // null: fewer than 5
      if (found.some(({ teachers }) => teachers !== 0)) await parts.transparency.compute(date())
    },
    failed: 'transparency not computed',
  },
  { everyMs: 5000, work: () => addressSubscribers(parts, date()), failed: 'newsletter not sent on' },
  { everyMs: 60_000, work: () => parts.anchors.write(date()), failed: 'audit log not anchored' },
]
let stops: (() => Promise<void>)[] = []

await runService(service, {
  collections: parts.outboxed,
  migrations: migrations({
    users: parts.users.collection,
    connections: parts.connections.collection,
    tickets: parts.tickets.collection,
    careChanges: parts.careChanges.collection,
  }),
  sealed: [
    { key: 'ALERT_KEY', sealer, fields: [{ model: parts.alerts.collection, path: 'sealed' }] },
    {
      key: 'EVIDENCE_KEY',
      sealer: createSealer(config.EVIDENCE_KEY),
      fields: ['sealed', 'copy', 'views.sealed'].map((path) => ({ model: parts.evidence.collection, path })),
    },
  ],
  consumes: consumes({ ...parts, notifyAdmins }),
  rowWriters: rowWriters(parts),
  prepare: async () => {
    await service.untilSuccess('audit log', () => parts.audit.begin())
    const restored = await service.untilSuccess('restore', () => restoredAt(connection))
    if (restored)
      await service.untilSuccess('restored newsletters', () => parts.issues.finishRestored(restored))
    stops = [...rounds.map((round) => repeat({ ...round, log })), keepRetention(parts.removals, log, date)]
    if (config.DEMO && config.DEMO_WEEKS > 0) stops.push(startDemo(parts, log))
  },
  app: (options) =>
    createApp({
      ...options,
      table: adminApi,
      routes: routes({
        ...parts,
        notifyAdmins,
        publicUrl: config.PUBLIC_URL,
        approvalRequires: config.APPROVAL_REQUIRES,
        gatewayReports: createGatewayReports(redis),
      }),
    }),
  redis,
  workers: [
    { name: 'people', stop: parts.users.people.stop },
    { name: 'ledger', stop: ledger.close },
    { name: 'rounds', stop: () => Promise.all(stops.map((stop) => stop())) },
  ],
})
