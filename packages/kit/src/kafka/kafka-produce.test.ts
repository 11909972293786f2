import { createRequire } from 'node:module'
import { describe, expect, it } from '@jest/globals'
import kafkajs, { type ProducerBatch } from 'kafkajs'
import { createBus } from './kafka.ts'
import { createPublisher } from './kafka-produce.ts'

function start(fails = false) {
  const sent: string[][] = []
  const producer = {
    connect: async () => undefined,
    disconnect: async () => undefined,
    sendBatch: async ({ topicMessages = [] }: ProducerBatch) => {
      sent.push(topicMessages.flatMap(({ messages }) => messages.map(({ value }) => String(value))))
      if (fails) throw new Error('no')
      return []
    },
  }
  const { publish } = createPublisher({
    create: () => ({ producer, cut: () => undefined }),
    topicPrefix: '',
    untilSuccess: (_what, attempt) => attempt(),
    sign: () => undefined,
    publishMs: 1000,
  })
  return { sent, publish: (value: string) => publish([{ topic: 't', key: 'k', value, headers: {} }]) }
}

describe('the publisher', () => {
  it('sends a lone event at once and those of a flood together, in order', async () => {
    const { sent, publish } = start()
    await publish('1')
    expect(sent).toEqual([['1']])
    await Promise.all(['2', '3', '4'].map(publish))
    await publish('5')
    expect(sent).toEqual([['1'], ['2', '3', '4'], ['5']])
  })

  it('rejects every event of a failed request', async () => {
    const { publish } = start(true)
    const outcomes = await Promise.allSettled(['1', '2'].map(publish))
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })

  it('keeps a request well below what a broker takes', async () => {
    const { sent, publish } = start()
    await Promise.all(Array.from({ length: 10 }, () => publish('x'.repeat(100_000))))
    expect(sent.map((batch) => batch.length)).toEqual([4, 4, 2])
  })
})

describe('a send while a partition changes its leader', () => {
  it('sends the refused records to the new leader, which has already taken others', async () => {
    const cluster = twoBrokers()
    const bus = createBus({
      brokers: ['a:1'],
      clientId: 'test',
      log: { warn: () => undefined, fatal: () => undefined },
    })
    const record = { key: 'k', value: 'v', headers: {} }
    await bus.publish([
      { ...record, topic: 'of a' },
      { ...record, topic: 'of b' },
    ])
    await bus.close()
    expect(cluster.refused).toEqual(['of b'])
    expect(cluster.taken).toContain('of a')
    expect(cluster.taken).toContain('of b')
  })
})

type Sent = { topicData: { topic: string }[] }

/** Replaces the cluster of kafkajs by two brokers. The second one refuses the topic that the first metadata gives it. */
function twoBrokers() {
  const taken: string[] = []
  const refused: string[] = []
  let secondLeads = true
  const brokers = {
    1: {
      nodeId: 1,
      produce: async ({ topicData }: Sent) => {
        const topics = topicData.map(({ topic }) => topic)
        taken.push(...topics)
        return {
          topics: topics.map((topicName) => ({ topicName, partitions: [{ partition: 0, errorCode: 0 }] })),
        }
      },
    },
    2: {
      nodeId: 2,
      produce: async ({ topicData }: Sent) => {
        refused.push(...topicData.map(({ topic }) => topic))
        const answer = { type: 'NOT_LEADER_FOR_PARTITION', retriable: true }
        throw new kafkajs.KafkaJSProtocolError(Object.assign(new Error('not the leader'), answer))
      },
    },
  }
  const { prototype }: { prototype: object } = createRequire(import.meta.url)('kafkajs/src/cluster')
  Object.assign(prototype, {
    connect: async () => undefined,
    disconnect: async () => undefined,
    isConnected: () => true,
    addMultipleTargetTopics: async () => undefined,
    refreshMetadataIfNecessary: async () => undefined,
    refreshMetadata: async () => {
      secondLeads = false
    },
    findTopicPartitionMetadata: () => [{ partitionId: 0, leader: 1 }],
    findLeaderForPartitions: (topic: string) => ({ [topic === 'of b' && secondLeads ? 2 : 1]: [0] }),
    findBroker: async ({ nodeId }: { nodeId: '1' | '2' }) => brokers[nodeId],
  })
  return { taken, refused }
}
