import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { events } from '@darsi/contracts/events/events.ts'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import kafkajs from 'kafkajs'
import { startConsumer } from '../src/events/consumer.ts'
import { encode } from '../src/events/envelope.ts'
import { createBus } from '../src/kafka/kafka.ts'
import { readToEnd } from '../src/kafka/kafka-read.ts'
import type { Log } from '../src/observability/log.ts'
import { type TestBus, testBus } from '../src/testing/events.ts'
import { faultyNetwork } from '../src/testing/faulty-network.ts'
import { eventually, silentLog, testServers, unique } from '../src/testing/testing.ts'

describe('a service that loses Kafka', () => {
  let network: Awaited<ReturnType<typeof faultyNetwork>>
  let direct: TestBus
  let bus: ReturnType<typeof createBus>
  let consumer: Awaited<ReturnType<typeof startConsumer>>
  const deaths: string[] = []
  let replaced = 0
  const log: Pick<Log, 'warn' | 'fatal'> = {
    fatal: () => undefined,
    warn: (_about: unknown, text?: string) => {
      if (text === 'the consumer is replaced') replaced++
    },
  }
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
      log,
      die: (reason) => deaths.push(reason),
      reach: network.reach,
      publishMs: 3000,
      silenceMs: 4000,
    })
    consumer = await startConsumer({
      bus,
      group: unique('group'),
      sealer: direct.sealer,
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

  it('keeps running while the broker refuses connections, and catches up afterwards', async () => {
    network.refuse()
    const missed = await erased()
    await eventually(() => !bus.health().connected)
    await new Promise((resolve) => setTimeout(resolve, 5000))
    network.open()
    await eventually(() => seen.has(missed), 20_000)
    await eventually(() => bus.health().connected)
    expect(deaths).toEqual([])
  }, 60_000)

  it('ends a read with an error', async () => {
    const kafka = new kafkajs.Kafka({
      brokers: testServers().kafkaBrokers,
      logLevel: kafkajs.logLevel.NOTHING,
      retry: { retries: 2 },
      socketFactory: ({ host, port, onConnect }) => connect(network.reach({ host, port }), onConnect),
    })
    // more records than the topic has, so that the read runs until the connections end
    const end = { partition: 0, offset: '1000', low: '0', high: '1000' }
    const admin = { fetchTopicOffsets: async () => [end], deleteGroups: async () => [] }
    const read = readToEnd(kafka, admin, ['erasure-events'], direct.topicPrefix)
    const failed = expect(read).rejects.toThrow()
    await new Promise((resolve) => setTimeout(resolve, 5000))
    network.refuse()
    await failed
    await eventually(() => !bus.health().connected)
    network.open()
    await eventually(() => bus.health().connected)
  }, 30_000)

  it('that hangs: it replaces its consumer and its producer in process, and catches up', async () => {
    network.stall()
    const userId = await erased()
    const { topic } = events['user.erased']
    const entry = { seq: 1, id: `users.${userId}.1`, type: 'user.erased', version: 1, topic, subject: userId }
    const data = { userId, service: 'users', at: new Date().toISOString() }
    const message = direct.trustOf('users').sign(encode({ ...entry, time: data.at, data }, 'users'))
    const published = expect(bus.publish([message])).rejects.toThrow('no answer')
    // longer than the consumer's time-out, so that its replacement joins a group that does not answer
    await eventually(() => replaced > 0, 30_000)
    await published
    await expect(bus.publish([message])).rejects.toThrow('no answer')
    network.open()
    await eventually(() => seen.has(userId), 30_000)
    // sent again as the relay does, because the outcome is unknown
    await eventually(async () => {
      await bus.publish([message])
      return true
    }, 20_000)
    await eventually(() => bus.health().connected)
    expect(deaths).toEqual([])
  }, 90_000)

  it('over connections that swallow everything: new ones take their place', async () => {
    network.swallow()
    const userId = await erased()
    await eventually(() => seen.has(userId), 40_000)
    expect(deaths).toEqual([])
  }, 60_000)
})
