import { expect, it } from '@jest/globals'
import { createBus } from '../src/kafka/kafka.ts'
import { connectMongo } from '../src/mongo/mongo.ts'
import { warnOfServers } from '../src/server-warnings.ts'
import { silentLog, testServers, unique } from '../src/testing/testing.ts'

it('new topics get the set number of partitions, dead-letter topics one, and a later change is reported', async () => {
  const { kafkaBrokers: brokers, mongoUrl } = testServers()
  const topicPrefix = `${unique('t')}.`
  const common = { brokers, clientId: 'test', topicPrefix, log: silentLog }
  const bus = createBus({ ...common, partitions: 24 })
  const later = createBus({ ...common, partitions: 12 })
  const connection = await connectMongo(mongoUrl, unique('kit'))
  const topics = ['user-events', 'user-events.admin.dlt']
  try {
    await bus.ensureTopics(topics)
    await later.ensureTopics(topics)
    const states = await later.topicStates(topics)
    expect(states.map(({ topic, partitions }) => [topic, partitions]).sort()).toEqual([
      ['user-events', 24],
      ['user-events.admin.dlt', 1],
    ])
    expect(states[0]).toMatchObject({ copies: 1, minInSync: 1, retentionMs: 6 * 24 * 3600 * 1000 })

    const warnings: string[] = []
    const log = { warn: (_about: unknown, text: string) => void warnings.push(text) }
    const about = { topics: ['user-events'], connection, partitions: 12, isProduction: false }
    await warnOfServers({ ...about, bus: later, log })
    expect(warnings).toEqual([
      'KAFKA_PARTITIONS is 12, but not of user-events: docs/reference.md, Partitions',
    ])
  } finally {
    await Promise.all([bus.close(), later.close(), connection.close()])
  }
})

it('records that are sent as soon as their topics exist arrive once', async () => {
  const topicPrefix = `${unique('t')}.`
  const common = { brokers: testServers().kafkaBrokers, clientId: 'test', topicPrefix, log: silentLog }
  const topics = Array.from({ length: 12 }, (_, index) => `new-${index}`)
  // as services that start at the same time
  const buses = [1, 2, 3].map(() => createBus({ ...common, partitions: 12 }))
  try {
    const sent = await Promise.all(
      buses.map(async (bus, service) => {
        await bus.ensureTopics(topics)
        const keys = topics.map((topic) => ({ topic, key: `${topic} of ${service}` }))
        await Promise.all(keys.map((one) => bus.publish([{ ...one, value: Buffer.from('{}'), headers: {} }])))
        return keys.map(({ key }) => key)
      }),
    )
    const arrived = (await buses[0]?.read(topics))?.map(({ key }) => key)
    expect(arrived?.sort()).toEqual(sent.flat().sort())
  } finally {
    await Promise.all(buses.map((bus) => bus.close()))
  }
})
