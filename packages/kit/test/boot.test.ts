import { describe, expect, it } from '@jest/globals'
import { noteReplays } from '../src/backup/erasure-replay.ts'
import { startConsumer } from '../src/events/consumer.ts'
import { createOutbox } from '../src/events/outbox.ts'
import { createBus } from '../src/kafka/kafka.ts'
import { connectMongo } from '../src/mongo/mongo.ts'
import { begin } from '../src/service.ts'
import { silentLog, testEventTrust, testServers, unique } from '../src/testing/testing.ts'

describe('a service that starts while Kafka is away', () => {
  it('starts without its servers, reports that it is not connected, and can be stopped', async () => {
    const deaths: string[] = []
    // nobody listens on port 1
    const die = (reason: string) => deaths.push(reason)
    const bus = createBus({ brokers: ['127.0.0.1:1'], clientId: 'early', log: silentLog, die })
    const consumer = await startConsumer({
      bus,
      group: 'early',
      sealer: testEventTrust(),
      log: silentLog,
      consumes: { 'user.erased': async () => {} },
    })
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(bus.health()).toEqual({ connected: false })
    await consumer.stop()
    await bus.close()
    expect(deaths).toEqual([])
  })
})

it('a service erases the accounts that a restore brought back before it starts its timers', async () => {
  const connection = await connectMongo(testServers().mongoUrl, unique('boot'))
  await noteReplays(connection, [{ userId: 'u1', role: 'student' }], new Date())
  const steps: string[] = []
  const outbox = createOutbox({ producer: 'admin', sealer: testEventTrust('', 'admin') })
  await begin(
    { name: 'admin', log: silentLog, connection, outbox, untilSuccess: (_, step) => step() },
    {
      consumes: { 'user.deletion-requested': async () => void steps.push('erased') },
      prepare: async () => void steps.push('timers'),
    },
  )
  expect(steps).toEqual(['erased', 'timers'])
  await connection.dropDatabase()
  await connection.close()
})
