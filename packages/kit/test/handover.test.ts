import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { startConsumer } from '../src/events/consumer.ts'
import { createBus } from '../src/kafka/kafka.ts'
import { type TestBus, testBus } from '../src/testing/events.ts'
import { eventually, silentLog, testServers } from '../src/testing/testing.ts'

describe('members of a consumer group that come and go', () => {
  let direct: TestBus
  const handled: string[] = []
  const deaths: string[] = []

  beforeAll(async () => {
    direct = await testBus()
  })
  afterAll(async () => {
    await direct.close()
  })

  const member = async (fail: () => boolean = () => false) => {
    const bus = createBus({
      brokers: testServers().kafkaBrokers,
      clientId: 'member',
      topicPrefix: direct.topicPrefix,
      log: silentLog,
      die: (reason) => deaths.push(reason),
    })
    const consumer = await startConsumer({
      bus,
      group: 'members',
      sealer: direct.sealer,
      log: silentLog,
      consumes: {
        'user.erased': async ({ subject }) => {
          if (fail()) throw Object.assign(new Error('gone'), { name: 'MongoNetworkError' })
          await new Promise((resolve) => setTimeout(resolve, 10))
          handled.push(subject)
        },
      },
    })
    await consumer.joined
    return async () => {
      await consumer.stop()
      await bus.close()
    }
  }
  const publish = async () => {
    const userId = randomUUID()
    const data = { userId, service: 'users', at: new Date().toISOString() }
    await direct.publish('users', userId, 1, { type: 'user.erased', data })
    return userId
  }

  it('handle every event, as in a rolling restart under load', async () => {
    const sent: string[] = []
    let rolling = true
    const load = (async () => {
      while (rolling) {
        sent.push(await publish())
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
    })()
    let stop = await member()
    for (let round = 0; round < 3; round++) {
      const next = await member()
      await new Promise((resolve) => setTimeout(resolve, 500))
      await stop()
      stop = next
    }
    rolling = false
    await load
    await eventually(() => sent.every((id) => handled.includes(id)))
    // a handover may repeat what was handled but not yet committed
    expect(handled.length - sent.length).toBeLessThan(sent.length / 10)
    expect(deaths).toEqual([])
    await stop()
  }, 60_000)

  it('stop at once while the database is unavailable, and leave the event uncommitted', async () => {
    const stop = await member(() => true)
    const userId = await publish()
    await new Promise((resolve) => setTimeout(resolve, 1000))
    await stop()
    expect(handled).not.toContain(userId)

    const stopNext = await member()
    await eventually(() => handled.includes(userId))
    await stopNext()
  }, 60_000)
})
