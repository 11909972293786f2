import { randomUUID } from 'node:crypto'
import { deadLetterTopic } from '@darsi/contracts/events/event-definition.ts'
import { startConsumer } from '@darsi/kit/events/consumer.ts'
import { deadLettersOn } from '@darsi/kit/events/dead-letters/dlt.ts'
import { createEventMetrics } from '@darsi/kit/events/event-metrics.ts'
import { project } from '@darsi/kit/events/projection.ts'
import { collection } from '@darsi/kit/mongo/collection.ts'
import { connectMongo } from '@darsi/kit/mongo/mongo.ts'
import { createMetrics } from '@darsi/kit/observability/metrics.ts'
import { connectRedis } from '@darsi/kit/redis/redis.ts'
import type { Servers } from '../../local/servers/backing.ts'
import { print } from '../../local/trials/trial.ts'
import { pause } from '../../local/trials/waiting.ts'
import { createBars } from '../support/bars.ts'
import { busOn, recordAbout, silent, trust, withServersAlone } from '../support/kafka-alone.ts'
import { refusingDatabase } from '../support/refusing-database.ts'
import { amount, printLoad } from '../support/size.ts'

/** Codes of failures that pass: wrong credentials, no primary, time-out, stepped down and others that an operator ends. */
const mongoCodes = [13, 18, 43, 100, 133, 134, 202, 391, 462, 8000, 11601]
const redisAnswers = ['WRONGPASS', 'NOAUTH', 'NOREPLICAS', 'NOPERM']
const topic = 'erasure-events'
const patienceMs = 30_000
/** The alert EventsRetried: more than 60 s, for 20 s. */
const alertAfter = 60
const alertFor = 20
/** A scrape and an evaluation of the rule take 10 s each, and an alert is due within 2 minutes. */
const alertLookMs = 100_000

type Row = { _id: string; src: Record<string, number> }
/** A consumer whose effect goes through a server that can refuse it. */
type Effect = {
  name: string
  apply: (id: string) => Promise<unknown>
  applied: () => Promise<number>
  close: () => Promise<void>
}
type Failing = Effect & { begin: () => Promise<unknown>; end: () => Promise<unknown> }

/**
 * Failures that pass (codes of MongoDB, answers of Redis) do not make dead letters: events wait, the alert's metric
 * rises, and 30 s after the end all are applied. Each failure has its own consumer group; all fail at the same time.
 */
export async function run(): Promise<void> {
  const seconds = amount('SECONDS', { small: 10, full: 300 })
  await withServersAlone(async (servers) => {
    const effects: Failing[] = []
    for (const code of mongoCodes) effects.push(await database(servers, code))
    effects.push(...(await redis(servers)))
    const consumers = await Promise.all(effects.map((effect) => consumerOf(servers, effect)))
    const bus = busOn(servers, 'passing')
    const publish = async () => bus.publish([recordAbout(randomUUID())])
    let sent = 0
    const send = async (count: number) => {
      for (; count > 0; count--, sent++) await publish()
    }
    await send(5)
    await caughtUp(effects, sent, 60_000)
    for (const effect of effects) await effect.begin()
    print(`${effects.length} failures for ${seconds} s`)
    const began = performance.now()
    const sendUntil = async (ms: number) => {
      while (performance.now() < began + ms) {
        await send(1)
        await pause(1000)
      }
    }
    const bars = createBars()
    const look = async (when: string, least: number) => {
      for (const [index, { name }] of effects.entries()) {
        const waited = (await consumers[index]?.waited()) ?? 0
        bars.atLeast(`${name}: consumer_retry_seconds ${when}`, waited, least, 's')
      }
    }
    // a value at the end does not show that the alert was in time: it must have been above 60 s for 20 s by then
    if (seconds * 1000 > alertLookMs) {
      await sendUntil(alertLookMs)
      await look('after 100 s', alertAfter + alertFor)
    }
    await sendUntil(seconds * 1000)
    // at a small size the time is too short for the alert, but the metric must rise
    await look('at the end', Math.min(alertAfter, seconds / 2))
    for (const effect of effects) await effect.end()
    const late = await caughtUp(effects, sent, patienceMs)
    for (const [name, applied] of late) bars.atLeast(`${name}: applied within 30 s`, applied, sent, '')
    for (const [index, { name }] of effects.entries()) {
      const group = consumers[index]?.group ?? 'admin'
      const dead = await deadLettersOn(bus, [deadLetterTopic(topic, group)])
      bars.atMost(`${name}: dead letters`, dead.length, 0, '')
    }
    print(`${sent} events for each of ${effects.length} groups`)
    printLoad()
    await Promise.all(consumers.map((consumer) => consumer.stop()))
    await Promise.all(effects.map((effect) => effect.close()))
    await bus.close()
    bars.judge()
  })
}

async function caughtUp(effects: readonly Failing[], sent: number, ms: number) {
  const until = performance.now() + ms
  for (;;) {
    const counts = await Promise.all(
      effects.map(async ({ name, applied }) => [name, await applied().catch(() => 0)] as const),
    )
    if (counts.every(([, count]) => count >= sent) || performance.now() > until) return counts
    await pause(500)
  }
}

async function consumerOf(servers: Servers, { name, apply }: Failing) {
  // dead-letter topics need a service's name; a group of its own for each failure
  const group = `${name.toLowerCase().replaceAll(' ', '-')}`
  const bus = busOn(servers, group)
  const { registry } = createMetrics('admin')
  const metrics = createEventMetrics({ registry, collections: [], group, lag: async () => [] })
  const consumer = await startConsumer({
    bus,
    group,
    sealer: trust,
    log: silent,
    deadLetterLimit: metrics.deadLetterLimit,
    retrying: metrics.retrying,
    consumes: { 'user.erased': async ({ subject }) => apply(subject) },
  })
  await consumer.joined
  return {
    group,
    waited: async () => {
      const [metric] = (await registry.getSingleMetric('consumer_retry_seconds')?.get())?.values ?? []
      return metric?.value ?? 0
    },
    stop: async () => {
      await consumer.stop()
      await bus.close()
    },
  }
}

async function database(servers: Servers, code: number): Promise<Failing> {
  const { hostname, port } = new URL(servers.addressesOf('operator').MONGO_URL)
  const proxy = await refusingDatabase(hostname, Number(port))
  const url = `mongodb://127.0.0.1:${proxy.port}/?directConnection=true`
  const connection = await connectMongo(url, `passing-${code}`)
  const rows = collection<Row>(connection, 'rows')
  return {
    name: `MongoDB ${code}`,
    apply: (id) => project(rows, id, { producer: 'users', sequence: 1 }, { $set: {} }),
    applied: () => rows.countDocuments({}),
    begin: async () => proxy.refuse(code),
    end: async () => proxy.refuse(0),
    close: async () => {
      await connection.close()
      proxy.close()
    },
  }
}

/** The answers come from Redis itself: an operator takes rights and passwords away and gives them back. */
async function redis(servers: Servers): Promise<Failing[]> {
  const address = new URL(servers.addressesOf('operator').REDIS_URL)
  const admin = connectRedis(address.href, silent)
  const allow = (user: string, password: string, ...rules: string[]) =>
    admin.call('ACL', 'SETUSER', user, 'reset', 'on', `>${password}`, '~*', '&*', '+@all', ...rules)
  const disconnect = (user: string) => admin.call('CLIENT', 'KILL', 'USER', user)
  const failures: Record<string, Pick<Failing, 'begin' | 'end'>> = {}
  for (const name of redisAnswers) {
    const user = name.toLowerCase()
    await allow(user, 'right')
    failures[name] = {
      begin: async () => {
        if (name === 'NOREPLICAS') return admin.config('SET', 'min-replicas-to-write', '1')
        if (name === 'NOPERM') return allow(user, 'right', '-sadd')
        if (name === 'NOAUTH') await admin.call('ACL', 'SETUSER', user, 'off')
        else await allow(user, 'another')
        return disconnect(user)
      },
      end: async () => {
        if (name === 'NOREPLICAS') return admin.config('SET', 'min-replicas-to-write', '0')
        return allow(user, 'right')
      },
    }
  }
  return Object.entries(failures).map(([name, failure]) => {
    const url = new URL(address)
    url.username = name.toLowerCase()
    url.password = 'right'
    const client = connectRedis(url.href, silent)
    return {
      name: `Redis ${name}`,
      apply: (id) => client.sadd(`applied:${name}`, id),
      applied: () => admin.scard(`applied:${name}`),
      ...failure,
      close: async () => {
        client.disconnect()
        admin.disconnect()
      },
    }
  })
}
