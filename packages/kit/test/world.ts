import type { DarsiEvent } from '@darsi/contracts/events/events.ts'
import type { Bus, Message, Received } from '../src/events/bus.ts'
import { type Consumes, handle } from '../src/events/consumer.ts'
import { createOutbox, type Outboxed } from '../src/events/outbox.ts'
import { project } from '../src/events/projection.ts'
import { createRelay } from '../src/events/relay.ts'
import { memoryDocuments } from './memory-documents.ts'

export type Owner = Outboxed & { at: string; erasedAt?: Date }
type Row = {
  _id: string
  src?: Record<string, number>
  erasedAt?: Date | null
  [field: string]: unknown
}
type Producer = 'auth' | 'availability'

/** Lets the property decide when a step runs and how it ends. Steps of a dead process never continue. */
type Fate = {
  turn: (step: string) => Promise<void>
  dice: () => number
}

const silent = { warn: () => {}, error: () => {} }
const sealer = {
  seal: (value: unknown) => JSON.stringify(value),
  unseal: (text: string): unknown => JSON.parse(text),
  sign: <M>(message: M) => message,
  verify: () => {},
}
const person = { email: 'a@example.tn', fullName: 'A', language: 'fr' as const }
const topicNames = ['login-events', 'availability-events', 'erasure-events'] as const
type Topic = (typeof topicNames)[number]
const forever = new Promise<never>(() => {})

/**
 * Two producers with several processes each, three topics and one consumer group: the real outbox, relay, handler and
 * projection over an in-memory database and log.
 */
export function createWorld(fate: Fate) {
  const clock = { now: 1_800_000_000_000 }
  let healed = false
  const owners = { auth: new Map<string, Owner>(), availability: new Map<string, Owner>() }
  const rowDocs = new Map<string, Row>()
  const logs: Record<Topic, Message[]> = {
    'login-events': [],
    'availability-events': [],
    'erasure-events': [],
  }
  const committed: Record<Topic, number> = {
    'login-events': 0,
    'availability-events': 0,
    'erasure-events': 0,
  }
  const now = () => clock.now

  /**
   * A process whose steps are scheduled by the property; some of its calls end with an unknown outcome, and it may die.
   */
  const createProcess = () => {
    let dead = false
    let resumed = Promise.resolve()
    let resume = () => {}
    const gate = async (step: string) => {
      await fate.turn(step)
      await resumed
      if (dead) await forever
    }
    const maybeFail = () => {
      if (!healed && fate.dice() < 8) throw Object.assign(new Error('gone'), { name: 'MongoNetworkError' })
    }
    const turn = async (step: string) => {
      await gate(step)
      maybeFail()
    }
    const after = async (step: string) => {
      await gate(`${step} answers`)
      maybeFail()
    }
    return {
      turn,
      after,
      kill: () => {
        dead = true
      },
      /** Like SIGSTOP: the process does not notice, while its clock and leases go on. */
      pause: () => {
        const { promise, resolve } = Promise.withResolvers<void>()
        resumed = promise
        resume = resolve
      },
      resume: () => resume(),
    }
  }

  const start = (producer: Producer) => {
    const process = createProcess()
    const { turn, after } = process
    const documents = memoryDocuments<Owner>(producer, { turn, after, docs: owners[producer] })
    const outbox = createOutbox({ producer, sealer, now, wait: async () => {} })
    const bus: Pick<Bus, 'publish' | 'ensureTopics'> = {
      ensureTopics: async () => {},
      publish: async (messages) => {
        // one batch per topic: the first may be stored without the second
        for (const topic of topicNames) {
          await turn('send')
          logs[topic].push(...messages.filter((message) => message.topic === topic))
          await after('send')
        }
      },
    }
    const relay = createRelay({ collections: [documents], outbox, bus, log: silent, now })
    const event = (userId: string, at: string) => {
      const account = { userId, role: 'student' as const }
      return producer === 'auth'
        ? {
            type: 'user.logged-in' as const,
            data: { ...account, at, newDevice: false },
            personal: { ...person, device: '' },
          }
        : { type: 'availability.saved' as const, data: { ...account, weekOffset: Number(at), slots: [] } }
    }
    return {
      ...process,
      relay,
      insert: (id: string) => outbox.insert(documents, { _id: id, at: '0' }, event(id, '0')),
      change: (id: string, at: string) =>
        outbox.update(documents, id, (doc) =>
          doc.erasedAt ? null : { update: { $set: { at } }, event: event(id, at) },
        ),
      erase: (id: string) =>
        outbox.replace(documents, id, (doc) => {
          if (doc.erasedAt) return null
          const data = { userId: id, service: producer, at: 'now' }
          return { document: { erasedAt: new Date(now()) }, event: { type: 'user.erased', data } }
        }),
    }
  }

  /** One group member reads from the committed offset to the end of the log. */
  const consume = async (process: { turn: Fate['turn']; after: Fate['turn'] }, topic: Topic) => {
    const rows = memoryDocuments('rows', { ...process, docs: rowDocs })
    const set = (event: DarsiEvent, at: string) =>
      project(rows, event.subject, event, { $set: { [event.producer]: at } })
    const consumes: Consumes = {
      'user.logged-in': (event) => set(event, event.data.at),
      'availability.saved': (event) => set(event, String(event.data.weekOffset)),
      'user.erased': ({ subject }) =>
        rows.updateOne(
          { _id: subject },
          { $set: { erasedAt: new Date(now()) }, $unset: { auth: 1, availability: 1 } },
          { upsert: true },
        ),
    }
    for (let offset = committed[topic]; offset < logs[topic].length; offset++) {
      const message = logs[topic][offset]
      if (!message) return
      const received = { ...message, partition: 0, offset: String(offset), bytes: Buffer.alloc(0) }
      const options = {
        bus: { publish: () => Promise.reject(new Error('no event here is poison')) },
        group: 'rows',
        sealer,
        log: silent,
        wait: async () => {},
        consumes,
      }
      const turn = { alive: async () => {}, stopping: () => false }
      // `as`: values of encode are text
      while ((await handle(options, received as Received, turn)) !== 'done');
      await process.turn('commit')
      committed[topic] = offset + 1
    }
  }

  return {
    clock,
    logs,
    start,
    rewind: (offset: number) => {
      for (const topic of topicNames) committed[topic] = Math.min(committed[topic], offset)
    },
    consumer: () => {
      const process = createProcess()
      return { ...process, run: () => Promise.all(topicNames.map((topic) => consume(process, topic))) }
    },
    heal: () => {
      healed = true
    },
    owners: (producer: Producer) => [...owners[producer].values()],
    rows: () => [...rowDocs.values()],
  }
}
