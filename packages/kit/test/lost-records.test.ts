import { expect, it } from '@jest/globals'
import kafkajs, { logLevel } from 'kafkajs'
import type { LostRecords } from '../src/events/bus.ts'
import { createBus } from '../src/kafka/kafka.ts'
import { eventually, silentLog, testServers, unique } from '../src/testing/testing.ts'

it('records that retention removed while a group was away are reported, and the group goes on', async () => {
  const brokers = testServers().kafkaBrokers
  const topicPrefix = `${unique('t')}.`
  const bus = createBus({ brokers, clientId: 'test', topicPrefix, log: silentLog, partitions: 1 })
  const admin = new kafkajs.Kafka({ brokers, logLevel: logLevel.NOTHING }).admin()
  const topic = 'user-events'
  const handled: string[] = []
  const lost: LostRecords[] = []
  const consume = () =>
    bus.consume({
      group: 'users',
      topics: [topic],
      handle: async ({ key }) => void handled.push(key),
      lostRecords: (one) => lost.push(one),
    })
  const publish = (...keys: string[]) =>
    bus.publish(keys.map((key) => ({ topic, key, value: '{}', headers: {} })))
  const lag = async () => (await bus.lag('users', [topic]))[0]
  try {
    await admin.connect()
    await bus.ensureTopics([topic])
    const before = await consume()
    await publish('a', 'b')
    await eventually(async () => (await lag())?.committed === 2n)
    await before.stop()

    await publish('c', 'd', 'e')
    // kafkajs knows only the topics that it was asked for
    await admin.fetchTopicOffsets(topicPrefix + topic)
    await admin.deleteTopicRecords({
      topic: topicPrefix + topic,
      partitions: [{ partition: 0, offset: '5' }],
    })
    await consume()
    await publish('f')
    await eventually(() => handled.includes('f'))
    expect(handled).toEqual(['a', 'b', 'f'])
    expect(lost).toEqual([{ topic, partition: 0, records: 3 }])
    // by now the lag no longer shows it
    expect((await lag())?.lost).toBe(0)
  } finally {
    await Promise.all([bus.close(), admin.disconnect()])
  }
})
