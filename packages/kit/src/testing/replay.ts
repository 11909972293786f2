import { deadLetterTopic } from '@darsi/contracts/events/event-definition.ts'
import { type DarsiEvent, type EventType, events } from '@darsi/contracts/events/events.ts'
import type { Service } from '@darsi/contracts/reference/services.ts'
import type { Connection } from 'mongoose'
import type { Message, Received } from '../events/bus.ts'
import { type Consumes, handle } from '../events/consumer.ts'
import { boundTo, encode, stateTypeOf } from '../events/envelope.ts'
import type { TestBus } from './events.ts'
import { eventually, silentLog, testEventTrust } from './testing.ts'

const prefix = 'replay.'

/** An event as its producer, or an impersonating service, would send it. */
function recordOf(
  event: DarsiEvent,
  topicPrefix = prefix,
  { signer = event.producer, type = event.type }: { signer?: Service; type?: string } = {},
): Message {
  const { id, subject, sequence: seq, time, data, personal, producer } = event
  const { topic } = events[event.type]
  const own = testEventTrust(topicPrefix, signer)
  const sealed = personal === undefined ? {} : { sealed: own.seal(personal, boundTo({ ...event, type })) }
  return own.sign(encode({ id, type, version: 1, topic, subject, seq, time, data, ...sealed }, producer))
}

function receivedOf(message: Message): Received {
  const bytes = Buffer.from(message.value)
  return { ...message, value: bytes.toString(), bytes, partition: 0, offset: '1' }
}

type Stored = Map<string, string>

/** Every document of the database, including unpublished events. */
async function dump({ connection, moving }: Pick<Consumer, 'connection' | 'moving'>): Promise<Stored> {
  const collections = (await connection.listCollections()) ?? []
  const found = await Promise.all(
    collections.map(async ({ name }) =>
      (await connection.collection(name).find().toArray()).map((document) => {
        const still = Object.entries(document).filter(
          ([field]) => moving?.collection !== name || !moving.fields.includes(field),
        )
        return [`${name} ${document._id}`, JSON.stringify(Object.fromEntries(still))] as const
      }),
    ),
  )
  return new Map(found.flat())
}

async function unpublishedIn(connection: Connection): Promise<number> {
  const collections = (await connection.listCollections()) ?? []
  const counts = await Promise.all(
    collections.map(async ({ name }) => {
      const found = await connection
        .collection(name)
        .find({ outbox: { $exists: true } })
        .toArray()
      return found.reduce((sum, { outbox }) => sum + outbox.length, 0)
    }),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}

function differences(before: Stored, after: Stored): string[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((key) => before.get(key) !== after.get(key))
    .map((key) => `${key}: ${before.get(key)} is now ${after.get(key)}`)
}

/** Creates the data that an event of the type can change. Runs before the first event of the type. */
export type Seeds = { readonly [K in EventType]?: (event: DarsiEvent<K>) => Promise<unknown> }

type Consumer = {
  group: Service
  consumes: Consumes
  rowWriters?: Consumes
  connection: Connection
  /** Collections in which only these numbers and dates may change on a replay. */
  moving?: { collection: string; fields: readonly string[] } | undefined
}

/** Delivers events to a service as its consumer does, without Kafka, and compares its database before and after. */
export function createDeliveries({ group, consumes, rowWriters = {}, connection, moving }: Consumer) {
  const sealer = testEventTrust(prefix)
  const seen: { event: DarsiEvent; record: Received }[] = []
  const changed = new Set<EventType>()

  const deliver = async (record: Received): Promise<void> => {
    const deadLetters: Message[] = []
    const bus = {
      publish: async (messages: readonly Message[]) => void deadLetters.push(...messages),
      ensureTopics: async () => {},
      consume: () => Promise.reject(new Error('not here')),
    }
    const turn = { alive: async () => {}, stopping: () => false }
    const wait = async () => {}
    const options = { bus, group, consumes, rowWriters, sealer, log: silentLog, wait }
    while ((await handle(options, record, turn)) !== 'done');
    const [deadLetter] = deadLetters
    if (deadLetter) throw new Error(`${record.headers['ce_id']}: ${deadLetter.headers['dlt-error']}`)
  }
  let last: Stored | undefined
  const seed = async <K extends EventType>(seeds: Seeds, event: DarsiEvent<K>): Promise<void> => {
    const create: Seeds[K] = seeds[event.type]
    if (!create || seen.some((one) => one.event.type === event.type)) return
    await create(event)
    last = undefined
  }
  const changes = async (records: readonly Received[]): Promise<string[]> => {
    const before = last ?? (await dump({ connection, moving }))
    for (const record of records) await deliver(record)
    last = await dump({ connection, moving })
    return differences(before, last)
  }

  return {
    /** Delivers each event twice. @returns what the second deliveries changed */
    twice: async (story: readonly DarsiEvent[], seeds: Seeds = {}): Promise<string[]> => {
      const found: string[] = []
      for (const event of story) {
        if (!consumes[event.type]) continue
        await seed(seeds, event)
        const record = receivedOf(recordOf(event))
        if ((await changes([record])).length > 0) changed.add(event.type)
        seen.push({ event, record })
        for (const difference of await changes([record]))
          found.push(`${event.type} ${event.id}: ${difference}`)
      }
      return found
    },

    /**
     * Delivers the events as state records, each twice, newer than everything before.
     * @returns the collections that changed
     */
    states: async (story: readonly DarsiEvent[]): Promise<string[]> => {
      const found: string[] = []
      const unpublished = await unpublishedIn(connection)
      for (const event of story) {
        if (!rowWriters[event.type]) continue
        const newer = { ...event, sequence: event.sequence + 1_000_000 }
        const record = receivedOf(recordOf(newer, prefix, { type: stateTypeOf(event.type) }))
        found.push(...(await changes([record])))
        const again = await changes([record])
        if (again.length > 0) throw new Error(`a second ${event.type} changed ${again.join('; ')}`)
      }
      if ((await unpublishedIn(connection)) !== unpublished) throw new Error('a state record caused an event')
      return [...new Set(found.map((difference) => difference.split(' ')[0] ?? ''))].sort()
    },

    /** Reads the database again after the test itself changed it. */
    look: (): void => {
      last = undefined
    },

    /** Delivers everything once more, topic by topic, as after a lost offset. @returns what that changed */
    again: async (): Promise<string[]> => {
      const topics = [...new Set(seen.map(({ record }) => record.topic))].sort()
      const found: string[] = []
      for (const topic of topics) {
        const records = seen.map(({ record }) => record).filter((record) => record.topic === topic)
        for (const difference of await changes(records)) found.push(`${topic}: ${difference}`)
      }
      return found
    },

    /** Event types of the service that changed nothing on first delivery, and those that were never delivered. */
    idle: (): string[] => {
      // `as`: the keys of Consumes are event types
      const types = Object.keys(consumes) as EventType[]
      return types.filter((type) => !changed.has(type)).sort()
    },
    missing: (): string[] => {
      const came = new Set<string>(seen.map(({ event }) => event.type))
      return Object.keys(consumes).filter((type) => !came.has(type))
    },
  }
}

/**
 * Sends over Kafka an event that another service signed in the producer's name.
 * @returns what it changed in the database, once it is in the dead-letter topic
 */
export async function forge(
  { group, connection, kafka }: Pick<Consumer, 'group' | 'connection'> & { kafka: TestBus },
  event: DarsiEvent,
): Promise<{ error: string; changes: string[] }> {
  const before = await dump({ connection })
  const forger = event.producer === 'notifications' ? 'auth' : 'notifications'
  await kafka.bus.publish([recordOf(event, kafka.topicPrefix, { signer: forger })])
  const topic = deadLetterTopic(events[event.type].topic, group)
  const error = await eventually(async () => {
    const found = (await kafka.bus.read([topic])).find(({ headers }) => headers['ce_id'] === event.id)
    return found?.headers['dlt-error'] ?? null
  })
  return { error, changes: differences(before, await dump({ connection })) }
}
