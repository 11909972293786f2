import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { deadLetterTopic } from '@darsi/contracts/events/event-definition.ts'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Connection } from 'mongoose'
import { startConsumer } from '../src/events/consumer.ts'
import { createDeadLetterLimit } from '../src/events/dead-letters/dead-letter-limit.ts'
import { createOutbox, type Outboxed, outboxIndex } from '../src/events/outbox.ts'
import { project } from '../src/events/projection.ts'
import { createRelay } from '../src/events/relay.ts'
import { createBus } from '../src/kafka/kafka.ts'
import { type Collection, collection } from '../src/mongo/collection.ts'
import { connectMongo, syncIndexes } from '../src/mongo/mongo.ts'
import { testBus } from '../src/testing/events.ts'
import { eventually, silentLog, testEventTrust, testServers, unique } from '../src/testing/testing.ts'

type Account = Outboxed & { role: string }
type Row = { _id: string; role?: string; at?: string; src: Record<string, number>; erasedAt: Date | null }

const person = { email: 'amal@example.tn', fullName: 'Amal', language: 'fr' as const }

describe('outbox, relay, consumer and projection against the real servers', () => {
  const servers = testServers()
  const topicPrefix = `${unique('t')}.`
  const sealer = testEventTrust(topicPrefix)
  const outbox = createOutbox({ producer: 'auth', sealer })
  const bus = createBus({ brokers: servers.kafkaBrokers, clientId: 'test', topicPrefix, log: silentLog })
  let connection: Connection
  let accounts: Collection<Account>
  let rows: Collection<Row>
  let relay: ReturnType<typeof createRelay>
  const seen: { id: string; sequence: number; email: unknown }[] = []

  beforeAll(async () => {
    connection = await connectMongo(servers.mongoUrl, unique('kit'))
    accounts = collection<Account>(connection, 'accounts', [outboxIndex])
    rows = collection<Row>(connection, 'rows')
    await syncIndexes(connection)
    await startConsumer({
      bus,
      group: 'admin',
      sealer,
      log: silentLog,
      wait: async () => {},
      consumes: {
        'user.logged-in': async (event) => {
          if (event.personal.device === 'poison') throw new Error('cannot handle this one')
          seen.push({ id: event.id, sequence: event.sequence, email: event.personal.email })
          await project(rows, event.subject, event, {
            $set: { role: event.data.role, at: event.data.at },
          })
        },
      },
    })
    relay = createRelay({ collections: [accounts], outbox, bus, log: silentLog })
    relay.start()
  })

  afterAll(async () => {
    await relay.stop()
    await bus.close()
    await connection.dropDatabase()
    await connection.close()
  })

  const login = (userId: string, device = 'phone') => ({
    type: 'user.logged-in' as const,
    data: { userId, role: 'student' as const, at: new Date().toISOString(), newDevice: false },
    personal: { ...person, device },
  })
  const insert = async (device?: string) => {
    const id = randomUUID()
    await outbox.insert(accounts, { _id: id, role: 'student' }, login(id, device))
    return id
  }

  it('an event reaches the read model, and the outbox is empty afterwards', async () => {
    const id = await insert()
    const row = await eventually(() => rows.findOne({ _id: id }))
    expect(row).toMatchObject({ role: 'student', src: { auth: 1 } })
    await eventually(async () => {
      const account = await accounts.findOne({ _id: id })
      return account?.outbox.length === 0 && account.outboxAt === undefined
    })
    expect(seen.find((one) => one.id === `auth.${id}.1.user.logged-in`)?.email).toBe('amal@example.tn')
  })

  it('events of one account arrive in order and each version has one', async () => {
    const id = await insert()
    await Promise.all(
      Array.from({ length: 10 }, () =>
        outbox.update(accounts, id, () => ({ update: { $set: { role: 'student' } }, event: login(id) })),
      ),
    )
    await eventually(() => seen.some((one) => one.id === `auth.${id}.11.user.logged-in`))
    const firsts = [...new Set(seen.filter((one) => one.id.includes(id)).map((one) => one.sequence))]
    expect(firsts).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
    // its handler notes the event before it writes the row
    await eventually(async () => (await rows.findOne({ _id: id }))?.src['auth'] === 11)
  })

  it('an event that always fails goes to the dead-letter topic, and the partition continues', async () => {
    const deadLetters: Record<string, string>[] = []
    const dead = deadLetterTopic('login-events', 'admin')
    await bus.consume({
      group: 'reader',
      topics: [dead],
      handle: async (message) => {
        deadLetters.push(message.headers)
      },
    })
    const poisoned = await insert('poison')
    // of the same account, so on the same partition
    await outbox.update(accounts, poisoned, () => ({
      update: { $set: { role: 'student' } },
      event: login(poisoned),
    }))
    const row = await eventually(() => rows.findOne({ _id: poisoned }), 5000)
    expect(row.src['auth']).toBe(2)
    await eventually(() => deadLetters.length > 0)
    expect(deadLetters[0]).toMatchObject({
      ce_id: `auth.${poisoned}.1.user.logged-in`,
      'dlt-topic': 'login-events',
      'dlt-error': 'Error: cannot handle this one',
      'dlt-attempts': '5',
    })
  })

  it('slow records of one partition hold up another for a second and one record', async () => {
    const handled: { key: string; partition: number }[] = []
    const record = (key: string) => ({ topic: 'slow', key, value: '', headers: {} })
    await bus.ensureTopics(['slow'])
    await bus.publish(Array.from({ length: 6 }, () => record('slow')))
    const { stop } = await bus.consume({
      group: 'slow',
      topics: ['slow'],
      handle: async ({ key, partition }) => {
        // all slow records are fetched by now
        if (handled.length === 0) await bus.publish([...'abcdefgh'].map(record))
        if (key === 'slow') await sleep(600)
        handled.push({ key, partition })
      },
    })
    await eventually(() => handled.length === 14)
    await stop()
    const slow = handled.filter(({ key }) => key === 'slow')
    const firstOther = handled.findIndex(({ partition }) => partition !== slow[0]?.partition)
    expect(slow).toHaveLength(6)
    expect([1, 2, 3]).toContain(firstOther)
  })

  it('an erased row is not brought back by a late event', async () => {
    const id = randomUUID()
    await rows.insertOne({ _id: id, src: {}, erasedAt: new Date() })
    expect(await project(rows, id, { producer: 'auth', sequence: 9 }, { $set: { role: 'x' } })).toBe('stale')
    expect((await rows.findOne({ _id: id }))?.role).toBeUndefined()
  })

  it('a dead letter that is replayed late still counts in the part that only it writes', async () => {
    const id = randomUUID()
    const apply = (sequence: number, part?: string) =>
      project(rows, id, { producer: 'auth', sequence }, { $set: { at: `${sequence}` } }, { part })
    expect(await apply(5)).toBe('applied')
    expect(await apply(4)).toBe('stale')
    expect(await apply(4, 'verified')).toBe('applied')
    expect(await apply(4, 'verified')).toBe('stale')
  })

  it('a row that breaks another unique index is a failure, not stale', async () => {
    await rows.createIndex({ email: 1 }, { unique: true, sparse: true })
    const taken = { $set: { email: 'amal@example.tn' } }
    const source = { producer: 'auth', sequence: 1 }
    expect(await project(rows, randomUUID(), source, taken)).toBe('applied')
    await expect(project(rows, randomUUID(), source, taken)).rejects.toMatchObject({ code: 11000 })
  })

  it('an erased account leaves a tombstone, and its events are still published in order', async () => {
    const id = await insert()
    const data = { userId: id, service: 'auth', at: new Date().toISOString() }
    const tombstone = { document: { erasedAt: new Date() }, event: { type: 'user.erased' as const, data } }
    expect(await outbox.replace(accounts, id, () => tombstone)).toBe(true)
    const account = await eventually(async () => {
      const found = await accounts.findOne({ _id: id })
      return found?.outbox.length === 0 && found
    })
    expect(account).toEqual({ _id: id, v: 2, outbox: [], erasedAt: expect.any(Date) })
  })

  it('no personal data is readable on the topic', async () => {
    const values: string[] = []
    await bus.consume({
      group: 'spy',
      topics: ['login-events'],
      handle: async (message) => {
        values.push(message.value)
      },
    })
    await eventually(() => values.length > 5)
    const open = values.map((value) => ({ ...JSON.parse(value), sealed: '' }))
    expect(JSON.stringify(open)).not.toContain('amal')
    // ciphertext may contain these four letters by chance, but never an @
    expect(values.join()).not.toContain('amal@')
  })

  it('an event takes milliseconds, not polling intervals', async () => {
    const times: number[] = []
    for (let round = 0; round < 20; round++) {
      const started = performance.now()
      const id = await insert()
      await eventually(() => seen.some((one) => one.id === `auth.${id}.1.user.logged-in`))
      times.push(performance.now() - started)
    }
    times.sort((a, b) => a - b)
    // a sweep would take 1,000; `eventually` looks every 50 ms
    expect(times[10]).toBeLessThan(1000)
  })
})

describe('a record that waits because most events of its type fail', () => {
  it('holds up only its own partition, until an event of the type succeeds on another one', async () => {
    const { bus, sealer, publish, close } = await testBus()
    const clock = { now: 0 }
    const deadLetterLimit = createDeadLetterLimit(() => clock.now)
    for (let n = 0; n < 20; n++) deadLetterLimit.allows('user.erased')
    const handled: string[] = []
    const retried: boolean[] = []
    const bad = randomUUID()
    const consumer = await startConsumer({
      bus,
      group: 'admin',
      sealer,
      log: silentLog,
      deadLetterLimit,
      retrying: (_partition, isRetried) => retried.push(isRetried),
      consumes: {
        'user.logged-in': async ({ subject }) => handled.push(subject),
        'user.erased': async ({ subject }) => {
          if (subject === bad) throw new Error('cannot handle this one')
          handled.push(subject)
        },
      },
    })
    await consumer.joined
    const erase = (userId: string) => {
      const data = { userId, service: 'users', at: new Date().toISOString() }
      return publish('users', userId, 1, { type: 'user.erased', data })
    }
    await erase(bad)
    await eventually(() => deadLetterLimit.stopped().length > 0)

    const other = randomUUID()
    const data = { userId: other, role: 'student' as const, at: new Date().toISOString(), newDevice: false }
    await publish('auth', other, 1, {
      type: 'user.logged-in',
      data,
      personal: { ...person, device: 'phone' },
    })
    await eventually(() => handled.includes(other))
    expect(retried).toEqual([true])

    // the failures are more than a minute old
    clock.now = 61_000
    // on both partitions
    const good = Array.from({ length: 8 }, () => randomUUID())
    for (const userId of good) await erase(userId)
    await eventually(() => good.every((userId) => handled.includes(userId)), 20_000)
    expect(deadLetterLimit.stopped()).toEqual([])
    const [deadLetter] = await bus.read([deadLetterTopic('erasure-events', 'admin')])
    expect(deadLetter?.key).toBe(bad)
    expect(retried).toEqual([true, false])

    const stopped = performance.now()
    await consumer.stop()
    expect(performance.now() - stopped).toBeLessThan(2000)
    await close()
  }, 60_000)
})
