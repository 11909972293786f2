import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createBus } from '@darsi/kit/kafka/kafka.ts'
import { createLog } from '@darsi/kit/observability/log.ts'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { outageOfKafka } from '../chaos/support/kafka-outage.ts'
import { killDatabase } from '../chaos/support/killed-database.ts'
import { killUnderRegistrations } from '../chaos/support/kills.ts'
import { programs } from '../chaos/support/mail-site.ts'
import { poisonEvents } from '../chaos/support/poison-events.ts'
import { seeded } from '../chaos/support/random.ts'
import { brokerAccess } from '../chaos/support/site-kafka.ts'
import { type Site, startSite } from '../local/site/site.ts'
import { type MailSink, startMailSink } from '../local/trials/mail-sink.ts'
import { takeAway } from '../local/trials/steady-load.ts'

// F4 and F12 have tests of single parts: docs/measurements.md, "Fault scenarios"
describe('faults of a running site, at a small size', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'darsi-faults-'))
  const given = { ...process.env }
  let [site, sink]: [Site | undefined, MailSink | undefined] = [undefined, undefined]
  const running = () => {
    if (!site || !sink) throw new Error('not started')
    return { site, sink }
  }

  beforeAll(async () => {
    // servers that other tests do not use, because these are killed
    for (const name of ['KAFKA_BROKERS', 'MONGO_URL', 'REDIS_URL']) delete process.env[name]
    sink = await startMailSink()
    const nowhere = 'http://127.0.0.1:1'
    Object.assign(process.env, { SMTP_URL: sink.url, MAILDEV_URL: nowhere, LIVEKIT_URL: nowhere })
    const env = { LIMITS_FACTOR: '1000', RATE_LIMIT_PER_MINUTE: '1000000', DEMO: 'false' }
    site = await startSite({ dataDir, ports: 'free', only: programs, env })
  }, 180_000)
  afterAll(async () => {
    await site?.stop(1000)
    await sink?.stop()
    // other test files run in this process
    process.env = given
    rmSync(dataDir, { recursive: true, force: true })
  }, 60_000)

  it('F1: every process is killed while people register, and each has account, profile, row and one mail', async () => {
    const { site, sink } = running()
    const size = { people: 15, kills: 1, random: seeded().random, settleMs: 60_000, copyMs: 2000 }
    await expect(killUnderRegistrations(site, sink, size)).resolves.toBeUndefined()
  }, 240_000)

  it('F3: while Kafka is away no registration fails, and all events arrive after its return', async () => {
    const { site } = running()
    const act = outageOfKafka(site, {
      perSecond: 3,
      baselineMs: 6000,
      takeAway: () => takeAway(site, 'kafka', 10_000),
      drainMs: 30_000,
      // the slowest of few calls on a busy machine; a registration that waits for Kafka would take 10 s
      slowdown: 10,
    })
    await expect(act).resolves.toBeUndefined()
  }, 180_000)

  it('F9: one event in a hundred goes to the dead letters, and no partition waits longer than 5 s', async () => {
    const { site } = running()
    const topicPrefix = 'poison.'
    const log = createLog('chaos', 'silent')
    const bus = createBus({ ...brokerAccess(site), topicPrefix, clientId: 'poison', log })
    const { MONGO_URL: mongoUrl } = site.servers
    const act = poisonEvents({ bus, topicPrefix, mongoUrl, count: 300, random: seeded().random })
    await expect(act).resolves.toBeUndefined()
    await bus.close()
  }, 120_000)

  it('F5: acknowledged writes survive a killed database, and the site recovers soon', async () => {
    const act = killDatabase(running().site, { perSecond: 5, kills: 1, everyMs: 6000 })
    await expect(act).resolves.toBeUndefined()
  }, 180_000)
})
