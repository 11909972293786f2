import { setTimeout as sleep } from 'node:timers/promises'
import { isDeadLetterTopic, topicSettings } from '@darsi/contracts/events/event-definition.ts'
import kafkajs, { type Admin } from 'kafkajs'

/** Creates missing topics and waits until all accept records. Existing ones keep their settings. */
export async function createTopics(
  admin: Admin,
  topicPrefix: string,
  topics: readonly string[],
  numPartitions: number,
): Promise<void> {
  const configEntries = Object.entries(topicSettings.config).map(([name, value]) => ({
    name,
    value: String(value),
  }))
  // a user who may not create topics is refused even for existing ones
  const there = new Set(await admin.listTopics())
  const full = topics.map((topic) => topicPrefix + topic)
  const missing = full.filter((topic) => !there.has(topic))
  if (missing.length > 0)
    await admin.createTopics({
      waitForLeaders: true,
      topics: missing.map((topic) => ({
        topic,
        numPartitions: isDeadLetterTopic(topic) ? topicSettings.deadLetterPartitions : numPartitions,
        configEntries,
      })),
    })
  // existing ones too: another service may be creating them at this moment. Dead letters are rare: the others are needed
  // at once
  const waiting = new AbortController()
  const needed = full.filter((one) => !isDeadLetterTopic(one))
  try {
    await Promise.all(needed.map((topic) => untilLed(admin, topic, waiting.signal)))
  } finally {
    // one refusal fails all: the others would ask for ever, beside those of the next attempt
    waiting.abort()
  }
}

/**
 * The metadata of a new topic names leaders before they accept records. kafkajs repeats a whole request when one
 * partition refuses, so the other partitions would get its records twice.
 */
async function untilLed(admin: Admin, topic: string, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    try {
      await admin.fetchTopicOffsets(topic)
      return
    } catch (error) {
      if (!(error instanceof kafkajs.KafkaJSProtocolError && error.retriable)) throw error
      await sleep(50)
    }
  }
}
