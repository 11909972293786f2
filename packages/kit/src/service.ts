import { randomUUID } from 'node:crypto'
import type { RequestListener } from 'node:http'
import type { Service } from '@darsi/contracts/event.ts'
import type { Redis } from 'ioredis'
import type * as z from 'zod'
import type { AppOptions } from './app.ts'
import type { baseConfig } from './config.ts'
import { type Consumes, startConsumer } from './consumer.ts'
import type { Stored } from './documents.ts'
import { createEventMetrics } from './event-metrics.ts'
import { startHealthReports } from './health-report.ts'
import { createIdentityVerifier } from './identity.ts'
import { createBus } from './kafka.ts'
import { kafkaAccess } from './kafka-access.ts'
import { createLetterCount } from './letter-count.ts'
import { listen } from './listen.ts'
import { createLog } from './log.ts'
import { createMetrics } from './metrics.ts'
import { type Migration, migrate, notesIn } from './migrate.ts'
import { connectMongo, pingMongo, syncIndexes } from './mongo.ts'
import { createOutbox } from './outbox.ts'
import { createRelay } from './relay.ts'
import { versionsBegin } from './restores.ts'
import { createSealer } from './seal.ts'
import { drainServer, type Stoppable, stopGracefully } from './stop.ts'
import { startTelemetry } from './telemetry.ts'

export type BaseConfig = z.output<z.ZodObject<typeof baseConfig>>

/** What every service stands on: log, metrics, its own database, and the outbox to Kafka. */
export async function createService(name: Service, config: BaseConfig) {
  const log = createLog(name, config.LOG_LEVEL)
  const telemetry = await startTelemetry(name, config.OTEL_EXPORTER_OTLP_ENDPOINT)
  const metrics = createMetrics(name)
  const sealer = createSealer(config.EVENT_KEY)
  const connection = await connectMongo(config.MONGO_URL, config.MONGO_DB ?? `darsi-${name}`, log)
  const bus = createBus({
    ...kafkaAccess(config),
    clientId: name,
    topicPrefix: config.TOPIC_PREFIX,
    log,
  })
  const outbox = createOutbox({ producer: name, sealer, above: await versionsBegin(connection) })
  return { name, config, log, telemetry, metrics, sealer, connection, bus, outbox }
}
export type ServiceBase = Awaited<ReturnType<typeof createService>>

export type ServiceParts = {
  /** Models whose documents carry an outbox. */
  models: readonly Stored[]
  consumes: Consumes
  app: (options: Omit<AppOptions, 'table' | 'routes'>) => RequestListener
  /** Runs once the indexes stand and before the first call is served. */
  prepare?: () => Promise<unknown>
  /** Changes of what older code stored; they run beside the traffic, once for all replicas. */
  migrations?: readonly Migration[]
  redis?: Redis
  queue?: () => Promise<Record<string, number>>
  /** Stopped before the server: what would keep it open. */
  streams?: readonly Stoppable[]
  /** Stopped once nothing comes in any more: sweepers, queues, clients. */
  workers?: readonly Stoppable[]
}

/** Serves, relays and consumes until SIGTERM. */
export async function runService(base: ServiceBase, parts: ServiceParts): Promise<void> {
  const { name, config, log, telemetry, metrics, sealer, connection, bus, outbox } = base
  const { models, redis, queue } = parts
  await syncIndexes(connection)
  await parts.prepare?.()

  let topics: readonly string[] = []
  const events = createEventMetrics({
    registry: metrics.registry,
    models,
    group: name,
    lag: () => bus.lag(name, topics),
  })
  const relay = createRelay({ models, outbox, bus, log, published: events.published })
  relay.start()
  const consumer = await startConsumer({
    bus,
    group: name,
    consumes: parts.consumes,
    sealer,
    log,
    consumed: events.consumed,
  })
  topics = consumer.topics
  const ready = () => pingMongo(connection)
  const verifyIdentity = createIdentityVerifier(name, config.IDENTITY_JWKS)
  const { server, port } = await listen(
    parts.app({ verifyIdentity, log, metrics, ready }),
    config.PORT,
    config.HOST,
  )
  log.info({ port }, 'listening')
  const leaving = new AbortController()
  void migrate({
    notes: notesIn(connection),
    migrations: parts.migrations ?? [],
    owner: randomUUID(),
    log,
    stop: leaving.signal,
  })
  const stopReports = startHealthReports({
    service: name,
    bus,
    models,
    topics,
    probes: { database: ready, ...(redis && { redis: () => redis.ping() }), ...(queue && { queue }) },
    deadLetters: createLetterCount({ bus, group: name, topics, log }),
    log,
  })

  stopGracefully(log, [
    { name: 'migrations', stop: () => leaving.abort() },
    { name: 'health reports', stop: stopReports },
    ...(parts.streams ?? []),
    { name: 'server', stop: () => drainServer(server) },
    { name: 'consumer', stop: consumer.stop },
    ...(parts.workers ?? []),
    { name: 'relay', stop: relay.stop },
    { name: 'kafka', stop: bus.close },
    ...(redis ? [{ name: 'redis', stop: () => redis.disconnect() }] : []),
    { name: 'mongo', stop: () => connection.close() },
    { name: 'telemetry', stop: telemetry.stop },
  ])
}
