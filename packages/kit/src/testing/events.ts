import { eventIdOf } from '@darsi/contracts/events/event-definition.ts'
import {
  type DarsiEvent,
  type EventInput,
  type EventType,
  events,
  topics,
} from '@darsi/contracts/events/events.ts'
import type { Service } from '@darsi/contracts/reference/services.ts'
import kafkajs, { logLevel } from 'kafkajs'
import { boundTo, decode, encode, typeOf } from '../events/envelope.ts'
import { createBus } from '../kafka/kafka.ts'
import { accountPublisher } from './account-events.ts'
import { eventually, silentLog, testEventTrust, testServers, unique } from './testing.ts'

/** Real Kafka for a test, with its own topic names: publishes as any service and reads published events. */
export async function testBus() {
  const { kafkaBrokers } = testServers()
  const topicPrefix = `${unique('t')}.`
  const sealer = testEventTrust(topicPrefix)
  // keeps the load on the shared broker low
  const partitions = 2
  const settings = { brokers: kafkaBrokers, topicPrefix, partitions, fetchWaitMs: 300 }
  const bus = createBus({ ...settings, clientId: 'test', log: silentLog })
  await bus.ensureTopics(topics)
  /** @param sequence the version of the producer's aggregate that created the event */
  const publish = async (producer: Service, subject: string, sequence: number, event: EventInput) => {
    const definition = events[event.type]
    const bound = boundTo({ type: event.type, subject, producer, sequence })
    const entry = {
      seq: sequence,
      id: eventIdOf({ producer, subject, sequence, type: event.type }),
      type: event.type,
      version: 1,
      topic: definition.topic,
      subject,
      time: new Date().toISOString(),
      // `as`: every data schema is an object
      data: definition.data.parse(event.data) as Record<string, unknown>,
      ...('personal' in definition && {
        sealed: sealer.seal(definition.personal.parse(event.personal), bound),
      }),
    }
    await bus.publish([testEventTrust(topicPrefix, producer).sign(encode(entry, producer))])
  }
  return {
    bus,
    topicPrefix,
    sealer,
    /** Seals and signs as the given service. */
    trustOf: (producer: Service) => testEventTrust(topicPrefix, producer),
    publish,
    account: accountPublisher(publish),
    /** Every event of one type about one aggregate so far, in order; waits until there are `atLeast` of them. */
    published: async <K extends EventType>(
      type: K,
      subject: string,
      atLeast = 0,
    ): Promise<DarsiEvent<K>[]> => {
      let found: DarsiEvent<K>[] = []
      await eventually(async () => {
        const records = await bus.read([events[type].topic])
        const ours = records.filter(({ key, headers }) => {
          const named = typeOf(headers)
          return key === subject && named?.type === type && !named.isState
        })
        // `as`: the type was just compared
        found = ours.map((record) => decode(record, sealer) as DarsiEvent<K>)
        return found.length >= atLeast
      })
      return found
    },
    close: async () => {
      await bus.close()
      await deleteTopics(kafkaBrokers, topicPrefix)
    },
  }
}

/** The topics of a whole run fill the broker's memory, until each answer takes seconds. */
async function deleteTopics(brokers: string[], topicPrefix: string): Promise<void> {
  const admin = new kafkajs.Kafka({ brokers, logLevel: logLevel.NOTHING }).admin()
  await admin.connect()
  try {
    await admin.deleteTopics({ topics: topics.map((topic) => topicPrefix + topic) })
  } finally {
    await admin.disconnect()
  }
}

export type TestBus = Awaited<ReturnType<typeof testBus>>
