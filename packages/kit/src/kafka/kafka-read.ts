import { randomUUID } from 'node:crypto'
import type { Admin, Kafka } from 'kafkajs'
import type { Received } from '../events/bus.ts'
import { atMost } from '../time-limit.ts'
import { toReceived } from './kafka-consume.ts'

const leaveMs = 5000
/** A Kafka that has just started may refuse a group for some seconds. */
const mostStarts = 3

/**
 * Reads every record up to the current end of the topics, in order per partition. It commits nothing and leaves no
 * group behind.
 */
export async function readToEnd(
  kafka: Kafka,
  admin: Pick<Admin, 'fetchTopicOffsets' | 'deleteGroups'>,
  topics: readonly string[],
  topicPrefix: string,
): Promise<Received[]> {
  const ends = new Map<string, bigint>()
  await Promise.all(
    topics.map(async (topic) => {
      for (const { partition, low, high } of await admin.fetchTopicOffsets(topicPrefix + topic))
        if (BigInt(high) > BigInt(low)) ends.set(`${topic} ${partition}`, BigInt(high))
    }),
  )
  const found: Received[] = []
  if (ends.size === 0) return found

  let starts = 1
  const groupId = `${topicPrefix}read-${randomUUID()}`
  const consumer = kafka.consumer({
    groupId,
    maxWaitTimeInMs: 100,
    allowAutoTopicCreation: false,
    // only before the first record, because a restarted consumer reads all of them again
    retry: { restartOnFailure: async () => found.length === 0 && starts++ < mostStarts },
  })
  const { promise: done, resolve, reject } = Promise.withResolvers<void>()
  consumer.on(consumer.events.CRASH, ({ payload }) => {
    if (!payload.restart) reject(payload.error)
  })
  try {
    await consumer.connect()
    await consumer.subscribe({ topics: topics.map((topic) => topicPrefix + topic), fromBeginning: true })
    const running = consumer.run({
      autoCommit: false,
      eachMessage: async ({ topic: full, partition, message }) => {
        const topic = full.slice(topicPrefix.length)
        const end = ends.get(`${topic} ${partition}`)
        if (end === undefined) return
        found.push(toReceived(topic, partition, message))
        if (BigInt(message.offset) + 1n >= end) ends.delete(`${topic} ${partition}`)
        if (ends.size === 0) resolve()
      },
    })
    await Promise.all([running, done])
  } finally {
    const leaving = consumer.disconnect().then(() => admin.deleteGroups([groupId]))
    // neither ends without a connection
    await atMost(
      leaveMs,
      leaving.catch(() => undefined),
    )
  }
  return found
}
