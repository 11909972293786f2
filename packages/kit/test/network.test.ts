import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { startConsumer } from '../src/consumer.ts'
import { encode } from '../src/envelope.ts'
import { createBus } from '../src/kafka.ts'
import { createSealer } from '../src/seal.ts'
import { eventually, silentLog, testEventKey, testServers, unique } from '../src/testing.ts'
import { type TestBus, testBus } from '../src/testing-events.ts'
import { faultyNetwork } from './proxy.ts'

const sealer = createSealer(testEventKey)

describe('a service that loses Kafka', () => {
  let network: Awaited<ReturnType<typeof faultyNetwork>>
  let direct: TestBus
  let bus: ReturnType<typeof createBus>
  let consumer: Awaited<ReturnType<typeof startConsumer>>
  const deaths: string[] = []
  const seen = new Set<string>()

  const erased = async () => {
    const userId = randomUUID()
    const data = { userId, service: 'users', at: new Date().toISOString() }
    await direct.publish('users', userId, 1, { type: 'user.erased', data })
    return userId
  }

  beforeAll(async () => {
    const { kafkaBrokers } = testServers()
    network = await faultyNetwork()
    for (const broker of kafkaBrokers) {
      const [host = '', port = ''] = broker.split(':')
      await network.proxy(host, Number(port))
    }
    direct = await testBus()
    bus = createBus({
      brokers: kafkaBrokers,
      clientId: 'behind-proxy',
      topicPrefix: direct.topicPrefix,
      log: silentLog,
      die: (reason) => deaths.push(reason),
      reach: network.reach,
      publishMs: 5000,
      silenceMs: 8000,
    })
    consumer = await startConsumer({
      bus,
      group: unique('group'),
      sealer,
      log: silentLog,
      consumes: { 'user.erased': async ({ subject }) => seen.add(subject) },
    })
    await consumer.joined
    const first = await erased()
    await eventually(() => seen.has(first))
  }, 60_000)

  afterAll(async () => {
    network.open()
    await bus.close()
    await direct.close()
    network.close()
  })

  it('lives on while the broker refuses connections, and catches up when it is back', async () => {
    network.refuse()
    const missed = await erased()
    await eventually(() => !bus.health().connected)
    await new Promise((resolve) => setTimeout(resolve, 8000))
    network.open()
    await eventually(() => seen.has(missed), 20_000)
    await eventually(() => bus.health().connected)
    expect(deaths).toEqual([])
  }, 60_000)

  it('gives up connections that swallow everything: it sends over new ones, and its hanging consumer ends it', async () => {
    network.swallow()
    const userId = randomUUID()
    const entry = { seq: 1, id: `users.${userId}.1`, type: 'user.erased', subject: userId }
    const data = { userId, service: 'users', at: new Date().toISOString() }
    const message = encode({ ...entry, time: data.at, data }, 'users')
    // as the relay does: the outcome is unknown, so again
    await eventually(async () => {
      await bus.publish([message])
      return true
    }, 20_000)
    const [published] = await direct.published('user.erased', userId)
    expect(published?.data.userId).toBe(userId)
    await eventually(() => seen.has(userId) || deaths.length > 0, 20_000)
  }, 60_000)
})
