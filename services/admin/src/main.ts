import { openLedger } from '@darsi/kit/backup/erasure-ledger.ts'
import { createSealer } from '@darsi/kit/events/seal.ts'
import { keepRetention } from '@darsi/kit/mongo/retention.ts'
import { restoredAt } from '@darsi/kit/mongo/version-base.ts'
import { connectRedis } from '@darsi/kit/redis/redis.ts'
import { repeat } from '@darsi/kit/repeat.ts'
import { createService, runService } from '@darsi/kit/service.ts'
import { createAdminApp } from './app.ts'
import { createAuditMetrics } from './audit/audit-anchors.ts'
import { formLimitsOf, config as readConfig } from './config.ts'
import { startDemo } from './demo/demo.ts'
import { createErasureMetrics } from './erasures/erasure-queries.ts'
import { consumes, rowWriters } from './events.ts'
import { createParts } from './parts.ts'
import { rounds } from './rounds.ts'

const config = readConfig()
const service = await createService('admin', config)
const { connection, outbox, metrics, log, clock } = service
const redis = connectRedis(config.REDIS_URL, log)
const alertSealer = createSealer(config.ALERT_KEY)
const ledger = await openLedger(config.ERASURE_LEDGER)
const parts = createParts({
  connection,
  outbox,
  redis,
  log,
  now: clock.date,
  alertSealer,
  keys: { audit: config.AUDIT_KEY, evidence: config.EVIDENCE_KEY, proof: config.PROOF_KEY },
  evidenceYears: config.EVIDENCE_YEARS,
  ledger,
  ledgerFolder: config.ERASURE_LEDGER,
  formLimits: formLimitsOf(config),
  publicUrl: config.PUBLIC_URL,
  approvalRequires: config.APPROVAL_REQUIRES,
})
parts.users.people.start(log)
createErasureMetrics(metrics.registry, parts.erasureQueries)
createAuditMetrics(metrics.registry, parts.anchors)
let stops: (() => Promise<void>)[] = []

await runService(service, {
  collections: parts.outboxed,
  sealed: [
    {
      key: 'ALERT_KEY',
      sealer: alertSealer,
      fields: [{ collection: parts.alerts.collection, path: 'sealed' }],
    },
    {
      key: 'EVIDENCE_KEY',
      sealer: createSealer(config.EVIDENCE_KEY),
      fields: ['sealed', 'copy', 'views.sealed'].map((path) => ({
        collection: parts.evidence.collection,
        path,
      })),
    },
  ],
  consumes: consumes(parts),
  rowWriters: rowWriters(parts),
  app: (options) => createAdminApp(parts, options),
  prepare: async () => {
    const restored = await service.untilSuccess('restore', () => restoredAt(connection))
    if (restored)
      await service.untilSuccess('restored newsletters', () => parts.issues.finishRestored(restored))
    stops = [
      ...rounds(parts).map((round) => repeat({ ...round, log })),
      keepRetention(parts.removals, log, clock.date),
    ]
    if (config.DEMO && config.DEMO_WEEKS > 0) stops.push(startDemo(parts, log))
  },
  redis,
  workers: [
    { name: 'people', stop: parts.users.people.stop },
    { name: 'ledger', stop: ledger.close },
    { name: 'rounds', stop: () => Promise.all(stops.map((stop) => stop())) },
  ],
})
