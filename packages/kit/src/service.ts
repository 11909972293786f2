import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener } from 'node:http'
import type { Duplex } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { topics as allTopics } from '@darsi/contracts/events/events.ts'
import { receivers } from '@darsi/contracts/events/receivers.ts'
import type { Service } from '@darsi/contracts/reference/services.ts'
import type { Redis } from 'ioredis'
import type * as z from 'zod'
import { createReplayStore, replayErasures } from './backup/erasure-replay.ts'
import type { baseConfig } from './config/config.ts'
import { type Consumes, startConsumer } from './events/consumer.ts'
import { createDeadLetterCount } from './events/dead-letters/dead-letter-count.ts'
import { createEventMetrics } from './events/event-metrics.ts'
import { createEventTrust } from './events/event-trust.ts'
import { startHealthReports } from './events/health-report.ts'
import { createOutbox } from './events/outbox.ts'
import { createRelay } from './events/relay.ts'
import { type SealedWith, startResealing } from './events/reseal.ts'
import { createSealer } from './events/seal.ts'
import type { AppOptions } from './http/app.ts'
import { listen } from './http/listen.ts'
import { refusalsOf } from './http/refusals.ts'
import { createIdentityVerifier } from './identity/identity.ts'
import { createBus } from './kafka/kafka.ts'
import { kafkaAccess } from './kafka/kafka-access.ts'
import { watchServers } from './kafka/server-metrics.ts'
import type { Documents } from './mongo/documents.ts'
import { type Migration, migrate, notesIn } from './mongo/migrate.ts'
import { connectMongo, pingMongo, syncIndexes, untilAvailable } from './mongo/mongo.ts'
import { versionsBegin } from './mongo/version-base.ts'
import { createLog } from './observability/log.ts'
import { createMetrics, readGauge } from './observability/metrics.ts'
import { startTelemetry } from './observability/telemetry.ts'
import { createServerClock, databaseTime } from './server-clock.ts'
import { warnOfServers } from './server-warnings.ts'
import { drainServer, type Stoppable, stopGracefully } from './stop.ts'

// V8 wakes four threads for each collection of the young objects, which are few here: a quarter of the CPU of an idle
// service (`npm run bench -- idle`)
setFlagsFromString('--no-parallel-scavenge')

type BaseConfig = z.output<z.ZodObject<typeof baseConfig>>

/** The base of every service: log, metrics, its own database, and the outbox to Kafka. */
export async function createService<C extends BaseConfig>(name: Service, config: C) {
  const log = createLog(name, config.LOG_LEVEL)
  const telemetry = await startTelemetry(name, config.OTEL_EXPORTER_OTLP_ENDPOINT)
  const metrics = createMetrics(name)
  const sealer = createEventTrust({
    sealer: createSealer(config.EVENT_KEY),
    topicPrefix: config.TOPIC_PREFIX,
    signingKeys: config.EVENT_SIGNING_KEYS,
    publicKeys: config.EVENT_JWKS,
  })
  const connection = await connectMongo(config.MONGO_URL, config.MONGO_DB ?? `darsi-${name}`, log)
  const bus = createBus({
    ...kafkaAccess(config),
    clientId: name,
    topicPrefix: config.TOPIC_PREFIX,
    log,
  })
  const untilSuccess = <T>(what: string, step: () => Promise<T>) => untilAvailable(what, log, step)
  const clock = await untilSuccess('database clock', () =>
    createServerClock({ read: () => databaseTime(connection), log }),
  )
  const versionBase = await untilSuccess('versions', () => versionsBegin(connection))
  const outbox = createOutbox({ producer: name, sealer, above: versionBase, now: clock.now })
  const stored = { connection, versionBase, outbox }
  return { name, config, log, telemetry, metrics, sealer, clock, bus, ...stored, untilSuccess }
}
type ServiceBase = Awaited<ReturnType<typeof createService>>

type ServiceParts = {
  /** Collections whose documents have an outbox. */
  collections: readonly Documents[]
  consumes: Consumes
  /** Handlers of state records, by types of `consumes`; they write rows and nothing else (docs/adr/0024). */
  rowWriters?: Consumes
  app: (options: Omit<AppOptions, 'table' | 'routes'>) => RequestListener
  /** Handles upgrade requests (web sockets); without it they are refused. */
  upgrade?: (request: IncomingMessage, socket: Duplex, head: Buffer) => unknown
  /** Runs after the indexes exist and restored erasures are done, before the first call is served. */
  prepare?: () => Promise<unknown>
  /** Rejects while this process cannot serve although its database answers; used by `/readyz`. */
  ready?: () => Promise<void>
  /** Changes of stored data; they run beside the traffic, once for all replicas. */
  migrations?: readonly Migration[]
  /** Sealed fields by key: resealed when the key changes. */
  sealed?: readonly SealedWith[]
  redis?: Redis
  queue?: () => Promise<Record<string, number>>
  /** Stopped before the server, because they would keep it open. */
  streams?: readonly Stoppable[]
  /** Stopped after server and consumer: sweepers, queues, clients. */
  workers?: readonly Stoppable[]
}

/** Serves, relays and consumes until SIGTERM. */
export async function runService(base: ServiceBase, parts: ServiceParts): Promise<void> {
  const { name, log, telemetry, metrics, connection, clock, bus, outbox } = base
  const { redis, queue } = parts
  refuseUndeclared(name, parts.consumes)
  refuseUnread(name, parts)
  const replays = await begin(base, parts)
  const collections = [...parts.collections, replays]
  const { topics, relay, consumer, deadLetterLimit } = await startEvents(base, parts, collections)
  const database = () => pingMongo(connection)
  const ready = async () => {
    await database()
    await parts.ready?.()
  }
  const server = await serve(base, parts, ready)
  const stopMigrations = startMigrations(base, parts.migrations ?? [])
  const stopResealing = startResealing(parts.sealed ?? [], {
    ...{ connection, now: clock.date, registry: metrics.registry, log },
  })
  const deadLetters = createDeadLetterCount({
    ...{ bus, group: name, deadLetterLimit, log },
    deadLetterTopics: consumer.deadLetterTopics,
  })
  const waiting = { name: 'dlt_waiting', help: 'Dead letters that nobody has replayed or discarded.' }
  readGauge(metrics.registry, waiting, async () => [{ value: deadLetters() }])
  const stopReports = startHealthReports({
    service: name,
    bus,
    outbox,
    collections,
    topics,
    probes: { database, ...(redis && { redis: () => redis.ping() }), ...(queue && { queue }) },
    deadLetters,
    refusals: () => refusalsOf(metrics.refusals),
    log,
    now: clock.now,
  })

  stopGracefully(log, [
    { name: 'migrations', stop: stopMigrations },
    { name: 'sealing', stop: stopResealing },
    { name: 'health reports', stop: stopReports },
    ...(parts.streams ?? []),
    { name: 'server', stop: () => drainServer(server) },
    { name: 'consumer', stop: consumer.stop },
    ...(parts.workers ?? []),
    { name: 'relay', stop: relay.stop },
    { name: 'kafka', stop: bus.close },
    ...(redis ? [{ name: 'redis', stop: () => redis.disconnect() }] : []),
    { name: 'database clock', stop: clock.stop },
    { name: 'mongo', stop: () => connection.close() },
    { name: 'telemetry', stop: telemetry.stop },
  ])
}

/**
 * Everything before the first call and the first event. The erasures come before `prepare`, whose timers would otherwise
 * send mails to accounts that only a restored backup still has.
 */
export async function begin(
  {
    name,
    log,
    connection,
    outbox,
    untilSuccess,
  }: Pick<ServiceBase, 'name' | 'log' | 'connection' | 'outbox' | 'untilSuccess'>,
  { consumes, prepare }: Pick<ServiceParts, 'consumes' | 'prepare'>,
) {
  const replays = createReplayStore(connection)
  // MongoDB goes on with a build after the command's socket timed out (SERVER-101507), and the repeated command joins it
  await untilSuccess('indexes', () => syncIndexes(connection))
  await untilSuccess('erasures', () => replayErasures({ service: name, replays, outbox, consumes, log }))
  await prepare?.()
  return replays
}

/** Publishes the outboxes of the collections and consumes the service's events. */
async function startEvents(
  { name, config, log, metrics, sealer, connection, clock, bus, outbox }: ServiceBase,
  { consumes, rowWriters, redis }: ServiceParts,
  collections: readonly Documents[],
) {
  let topics: readonly string[] = []
  const events = createEventMetrics({
    registry: metrics.registry,
    collections,
    group: name,
    lag: () => bus.lag(name, topics),
  })
  const relay = createRelay({ collections, outbox, bus, log, published: events.published, now: clock.now })
  relay.start()
  const consumer = await startConsumer({
    bus,
    group: name,
    consumes,
    ...(rowWriters && { rowWriters }),
    sealer,
    log,
    consumed: events.consumed,
    lostRecords: events.lostRecords,
    deadLetterLimit: events.deadLetterLimit,
    retrying: events.retrying,
  })
  topics = consumer.topics
  const { deadLetterTopics } = consumer
  const watched = [...topics, ...deadLetterTopics]
  watchServers(metrics.registry, { bus, topics: watched, connection, redis })
  void consumer.joined.then(() =>
    warnOfServers({
      bus,
      topics: [...allTopics, ...deadLetterTopics],
      partitions: config.KAFKA_PARTITIONS,
      connection,
      redis,
      isProduction: config.PRODUCTION,
      log,
    }),
  )
  return { topics, relay, consumer, deadLetterLimit: events.deadLetterLimit }
}

/** Runs the migrations beside the traffic. @returns stops them */
function startMigrations(
  { connection, log, clock, metrics }: ServiceBase,
  migrations: readonly Migration[],
): () => void {
  const leaving = new AbortController()
  const failed = new Set<string>()
  const failing = {
    name: 'migrations_failing',
    help: 'Migrations whose last attempt in this process failed.',
  }
  readGauge(metrics.registry, failing, async () => [{ value: failed.size }])
  void migrate({
    notes: notesIn(connection),
    migrations,
    owner: randomUUID(),
    log,
    stop: leaving.signal,
    now: clock.now,
    attempted: (id, hasFailed) => void (hasFailed ? failed.add(id) : failed.delete(id)),
  })
  return () => leaving.abort()
}

async function serve(
  { name, config, log, metrics, clock }: ServiceBase,
  parts: ServiceParts,
  ready: () => Promise<void>,
) {
  // identities live for a minute: a wrong clock of this machine must not refuse everybody
  const verifyIdentity = createIdentityVerifier(name, config.IDENTITY_JWKS, clock.now)
  const { server, port } = await listen(
    parts.app({ verifyIdentity, log, metrics, ready, now: clock.now }),
    config.PORT,
    config.HOST,
  )
  if (parts.upgrade) server.on('upgrade', parts.upgrade)
  log.info({ port }, 'listening')
  return server
}

/** The brokers' access rules are generated from `receivers`: a missing topic could not be read in production. */
export function refuseUndeclared(name: Service, consumes: Consumes): void {
  const undeclared = Object.keys(consumes).filter((type) => !receivers[name]?.includes(type))
  if (undeclared.length > 0)
    throw new Error(`${name} consumes ${undeclared.join(', ')}, which contracts/receivers.ts does not name`)
}

/** A service reads the topics of `consumes` only. */
function refuseUnread(name: Service, { consumes, rowWriters = {} }: ServiceParts): void {
  const unread = Object.keys(rowWriters).filter((type) => !(type in consumes))
  if (unread.length > 0)
    throw new Error(`${name} writes rows from ${unread.join(', ')}, which it does not consume`)
}
