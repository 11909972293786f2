import { adminApi } from '@darsi/contracts/admin-api.ts'
import { createApp } from '@darsi/kit/app.ts'
import { startConsumer } from '@darsi/kit/consumer.ts'
import { createMetrics } from '@darsi/kit/metrics.ts'
import { connectMongo, syncIndexes } from '@darsi/kit/mongo.ts'
import { createOutbox } from '@darsi/kit/outbox.ts'
import { createProofOfWork } from '@darsi/kit/proof-of-work.ts'
import { connectRedis } from '@darsi/kit/redis.ts'
import { createRelay } from '@darsi/kit/relay.ts'
import { serve, silentLog, testEventKey, testGateway, testServers, unique } from '@darsi/kit/testing.ts'
import { testBus } from '@darsi/kit/testing-events.ts'
import { consumes } from '../src/events.ts'
import { createFormLimits } from '../src/form-limits.ts'
import { createTelling } from '../src/live.ts'
import { createParts } from '../src/parts.ts'
import { routes } from '../src/routes.ts'

/** The whole service on the real servers, with a database, topics and counters of its own. */
export async function start() {
  const { mongoUrl, redisUrl } = testServers()
  const kafka = await testBus()
  const connection = await connectMongo(mongoUrl, unique('admin'))
  const redis = connectRedis(redisUrl, silentLog)
  const tell = createTelling(redis, silentLog)
  const proofOfWork = createProofOfWork(redis, testEventKey, () => new Date())
  const limits = createFormLimits(redis, unique('form'), { perEmail: 5, perAddress: 20 }, proofOfWork)
  const outbox = createOutbox({ producer: 'admin', sealer: kafka.sealer })
  const parts = createParts(connection, outbox, kafka.sealer, { contact: limits, newsletter: limits })
  await syncIndexes(connection)
  const relay = createRelay({ models: parts.outboxed, outbox, bus: kafka.bus, log: silentLog })
  relay.start()
  parts.users.people.start(silentLog)
  const consumer = await startConsumer({
    bus: kafka.bus,
    group: 'admin',
    consumes: consumes({ ...parts, tell }),
    sealer: kafka.sealer,
    log: silentLog,
  })
  await consumer.joined
  const gateway = await testGateway('admin')
  const app = createApp({
    table: adminApi,
    routes: routes({ ...parts, tell, publicUrl: 'https://darsi.example' }),
    verifyIdentity: gateway.verifyIdentity,
    log: silentLog,
    metrics: createMetrics('admin'),
    ready: async () => {},
  })
  const served = await serve(app, gateway)
  return {
    ...served,
    ...parts,
    connection,
    kafka,
    redis,
    proofOfWork,
    close: async () => {
      await served.close()
      await consumer.stop()
      await parts.users.people.stop()
      await relay.stop()
      await kafka.close()
      redis.disconnect()
      await connection.dropDatabase()
      await connection.close()
    },
  }
}

export type Admin = Awaited<ReturnType<typeof start>>
