import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gatewayReportsKey } from '@darsi/contracts/calls/health.ts'
import type { EventInput } from '@darsi/contracts/events/events.ts'
import type { ApprovalNeed } from '@darsi/contracts/rules/proofs.ts'
import { openLedger } from '@darsi/kit/backup/erasure-ledger.ts'
import { createOutbox } from '@darsi/kit/events/outbox.ts'
import { connectMongo, syncIndexes } from '@darsi/kit/mongo/mongo.ts'
import { createMetrics } from '@darsi/kit/observability/metrics.ts'
import { connectRedis } from '@darsi/kit/redis/redis.ts'
import { testBus } from '@darsi/kit/testing/events.ts'
import { startMessaging } from '@darsi/kit/testing/messaging.ts'
import {
  eventually,
  serve,
  silentLog,
  testEventKey,
  testGateway,
  testServers,
  unique,
} from '@darsi/kit/testing/testing.ts'
import { afterAll } from '@jest/globals'
import { createAdminApp } from '../src/app.ts'
import { consumes } from '../src/events.ts'
import { createParts } from '../src/parts.ts'

type Report = { data: EventInput<'safety.reported'>['data']; personal: { text?: string; quoted?: string } }
type Options = {
  approvalRequires?: readonly ApprovalNeed[]
  /** The shared clock of all processes. */
  now?: () => Date
}

/** The whole service on the real servers, with its own database, topics and counters. */
export async function start({ approvalRequires = [], now = () => new Date() }: Options = {}) {
  const time = () => now().getTime()
  const { mongoUrl, redisUrl } = testServers()
  const kafka = await testBus()
  const connection = await connectMongo(mongoUrl, unique('admin'))
  const redis = connectRedis(redisUrl, silentLog)
  const outbox = createOutbox({ producer: 'admin', sealer: kafka.trustOf('admin'), now: time })
  const ledgerFolder = mkdtempSync(join(tmpdir(), 'darsi-ledger-'))
  const ledger = await openLedger(ledgerFolder)
  const redisPrefix = unique('admin')
  const parts = createParts({
    ...{ connection, outbox, redis, redisPrefix, log: silentLog, now, ledger, ledgerFolder },
    alertSealer: kafka.sealer,
    keys: { audit: testEventKey, evidence: testEventKey, proof: testEventKey },
    evidenceYears: 5,
    formLimits: { perEmail: 5, perAddress: 20 },
    publicUrl: 'https://darsi.example',
    approvalRequires,
  })
  await syncIndexes(connection)
  parts.users.people.start(silentLog)
  const consumed = consumes(parts)
  const quiet = await startMessaging({
    ...{ kafka, service: 'admin', outboxed: parts.outboxed, outbox, consumes: consumed, now: time },
  })
  const gateway = await testGateway('admin')
  const app = createAdminApp(parts, {
    verifyIdentity: gateway.verifyIdentity,
    log: silentLog,
    metrics: createMetrics('admin'),
    ready: async () => {},
    now: time,
  })
  const served = await serve(app, gateway)
  return {
    ...served,
    ...parts,
    parts,
    /** Publishes a registration and waits until the service has it. @returns the account's id */
    account: async (given: Partial<Parameters<typeof kafka.account.registered>[0]> = {}) => {
      const { userId = randomUUID() } = given
      await kafka.account.registered({ ...given, userId })
      await eventually(() => parts.users.byId(userId))
      return userId
    },
    /** Publishes a safety report about a minor's connection, as users does. */
    report: (
      reportId: string,
      given: Partial<Report['data']>,
      words: Report['personal'] = {},
      subject = reportId,
    ) =>
      kafka.publish('users', subject, 1, {
        type: 'safety.reported',
        data: {
          ...{ reportId, reason: 'reported', severity: 'high', connectionId: 'c1', teacherId: 't1' },
          ...{ guardianIds: [], minor: true, at: new Date().toISOString(), ...given },
        },
        personal: { text: '', quoted: '', ...words },
      }),
    ledgerFolder,
    consumes: consumed,
    kafka,
    redis,
    gatewayReportsKey: redisPrefix + gatewayReportsKey,
    /** From now on only the test delivers events; the service's own stay in its documents. */
    quiet,
    close: async () => {
      await served.close()
      await quiet()
      await parts.users.people.stop()
      await kafka.close()
      redis.disconnect()
      await ledger.close()
      rmSync(ledgerFolder, { recursive: true, force: true })
      await connection.dropDatabase()
      await connection.close()
    },
  }
}

/** One world for the tests of a file. */
export async function worldOfFile(options: Options = {}) {
  const admin = await start(options)
  afterAll(() => admin.close())
  return admin
}

export type Admin = Awaited<ReturnType<typeof start>>

/** The other services confirm that they have erased the account. */
export async function confirmErasure(
  { kafka }: Pick<Admin, 'kafka'>,
  userId: string,
  { subject = userId, sequence = 9 } = {},
): Promise<void> {
  for (const service of ['auth', 'users', 'availability', 'classroom', 'notifications'] as const)
    await kafka.publish(service, subject, sequence, {
      type: 'user.erased',
      data: { userId, service, at: new Date().toISOString() },
    })
}
