import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { memoryDocuments } from '../../test/memory-documents.ts'
import { eventually, silentLog, testEventTrust } from '../testing/testing.ts'
import type { Message } from './bus.ts'
import { createOutbox, type Outboxed } from './outbox.ts'
import { createRelay } from './relay.ts'

type Owner = Outboxed & { at: string }

function setUp() {
  const gate = { now: Date.now(), hold: Promise.resolve(), accepts: 5000 }
  const operations: string[] = []
  const turn = async (operation: string) => {
    operations.push(operation)
  }
  const owners = memoryDocuments<Owner>('owners', { turn })
  const outbox = createOutbox({
    producer: 'availability',
    sealer: testEventTrust('', 'availability'),
    now: () => gate.now,
  })
  const sends: Message[][] = []
  const types: string[] = []
  let finds = 0
  const counted = Object.assign(Object.create(owners), {
    find: (...args: Parameters<typeof owners.find>) => {
      finds++
      return owners.find(...args)
    },
  })
  const relay = createRelay({
    collections: [counted],
    outbox,
    log: silentLog,
    now: () => gate.now,
    published: (type) => types.push(type),
    bus: {
      ensureTopics: async () => {},
      publish: async (messages) => {
        await gate.hold
        if (gate.accepts-- <= 0) throw new Error('no broker')
        sends.push([...messages])
      },
    },
  })
  const event = (userId: string) => ({
    type: 'availability.saved' as const,
    data: { userId, role: 'teacher' as const, weekOffset: 0, slots: [] },
  })
  return {
    operations,
    sweeps: () => finds,
    owners,
    sends,
    types,
    gate,
    relay,
    insert: (id: string) => outbox.insert(owners, { _id: id, at: '' }, event(id)),
    change: (id: string) => outbox.update(owners, id, () => ({ update: {}, event: event(id) })),
    sequences: () => sends.map((messages) => messages.map(({ headers }) => Number(headers['ce_sequence']))),
  }
}

describe('the relay', () => {
  it('sends right after the command and leaves nothing behind', async () => {
    const { insert, sends, types, owners } = setUp()
    await insert('a')
    await eventually(() => owners.all()[0]?.outboxAt === undefined)
    expect(sends).toHaveLength(1)
    expect(types).toEqual(['availability.saved'])
    expect(owners.all()[0]).toMatchObject({ v: 1, outbox: [] })
  })

  it('takes a lease only after a send that failed: a committed document is sent as it was written', async () => {
    const { insert, operations, gate, owners } = setUp()
    await insert('a')
    await eventually(() => owners.all()[0]?.outboxAt === undefined)
    expect(operations).toEqual(['insertOne', 'updateOne'])
    gate.accepts = 0
    await insert('b')
    await eventually(() => operations.length === 4)
    expect(operations.slice(2)).toEqual(['insertOne', 'findOneAndUpdate'])
  })

  it('has one send at a time for a document, and the next takes all that came meanwhile', async () => {
    const { insert, change, gate, sequences } = setUp()
    const { promise, resolve } = Promise.withResolvers<void>()
    gate.hold = promise
    await insert('a')
    await new Promise((done) => setTimeout(done, 5))
    for (let more = 0; more < 4; more++) await change('a')
    resolve()
    await eventually(() => sequences().length > 1)
    expect(sequences()).toEqual([[1], [2, 3, 4, 5]])
  })

  it('keeps entries that it could not send until the lease expires', async () => {
    const { insert, gate, relay, owners, sequences } = setUp()
    gate.accepts = 0
    await insert('a')
    await new Promise((done) => setTimeout(done, 5))
    gate.accepts = 9
    expect(await relay.runOnce()).toBe(0)
    expect(owners.all()[0]?.outbox).toHaveLength(1)
    gate.now += 15_001
    expect(await relay.runOnce()).toBe(1)
    expect(sequences()).toEqual([[1]])
  })

  it('publishes an entry of an unknown event type unchanged', async () => {
    const { owners, relay, sends } = setUp()
    const entry = {
      seq: 4,
      id: 'availability.a.4',
      type: 'grid.imported',
      topic: 'grid-events',
      version: 2,
      subject: 'a',
      time: new Date().toISOString(),
      data: { userId: 'a' },
      headers: { ce_reason: 'import' },
    }
    await owners.insertOne({ _id: 'a', v: 4, at: '', outbox: [entry], outboxAt: new Date(0) })
    expect(await relay.runOnce()).toBe(1)
    expect(sends[0]).toMatchObject([
      {
        topic: 'grid-events',
        key: 'a',
        value: '{"userId":"a"}',
        headers: { ce_type: 'tn.darsi.grid.imported.v2', ce_sequence: '4', ce_reason: 'import' },
      },
    ])
    expect(owners.all()[0]).toMatchObject({ outbox: [] })
  })

  it('sends an outbox above a megabyte in parts, and clears each part that was sent', async () => {
    const { owners, relay, gate, sends, sequences } = setUp()
    const entries = Array.from({ length: 10 }, (_, index) => ({
      seq: index + 1,
      id: `availability.a.${index + 1}`,
      type: 'availability.saved',
      version: 1,
      topic: 'availability-events',
      subject: 'a',
      time: new Date().toISOString(),
      data: { filler: 'x'.repeat(150_000) },
    }))
    await owners.insertOne({ _id: 'a', v: 10, at: '', outbox: entries, outboxAt: new Date(0) })
    gate.accepts = 2
    expect(await relay.runOnce()).toBe(0)
    expect(owners.all()[0]?.outbox.map(({ seq }) => seq)).toEqual([5, 6, 7, 8, 9, 10])
    gate.accepts = 10
    gate.now += 15_001
    expect(await relay.runOnce()).toBe(1)
    expect(sequences().flat()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    for (const messages of sends)
      expect(messages.reduce((sum, { value }) => sum + value.length, 0)).toBeLessThan(500_000)
  })

  describe('sweeping', () => {
    beforeEach(() => {
      jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] })
    })
    afterEach(() => {
      jest.useRealTimers()
    })

    it('looks for events that were left behind every second while there are some, else every ten seconds', async () => {
      const { relay, insert, gate, sends, sweeps } = setUp()
      gate.accepts = 0
      await insert('a')
      // the first send has failed and left a lease
      await jest.advanceTimersByTimeAsync(10)
      relay.start()
      await jest.advanceTimersByTimeAsync(60_000)
      const before = sweeps()
      await jest.advanceTimersByTimeAsync(20_000)
      expect(sweeps() - before).toBe(2)
      // the lease of each failed send has expired: the event is found, and again each second
      const found = sweeps()
      for (let second = 0; second < 20; second++) {
        gate.now += 16_000
        await jest.advanceTimersByTimeAsync(1000)
      }
      expect(sweeps() - found).toBeGreaterThanOrEqual(10)
      gate.now += 16_000
      gate.accepts = 5000
      await jest.advanceTimersByTimeAsync(1000)
      expect(sends).toHaveLength(1)
      await relay.stop()
    })

    it('sweeps every second after the start until a lease of an earlier process has ended', async () => {
      const { relay, sweeps } = setUp()
      relay.start()
      await jest.advanceTimersByTimeAsync(16_500)
      expect(sweeps()).toBe(17)
      await relay.stop()
    })

    it('sweeps a second after a send that failed', async () => {
      const { relay, insert, gate, sweeps } = setUp()
      relay.start()
      await jest.advanceTimersByTimeAsync(60_000)
      const idle = sweeps()
      gate.accepts = 0
      await insert('a')
      await jest.advanceTimersByTimeAsync(1100)
      expect(sweeps() - idle).toBe(1)
      await relay.stop()
    })
  })

  it('takes up no more than it can hold while Kafka is away, and finds the rest by sweeping', async () => {
    const { insert, gate, relay, sends } = setUp()
    const { promise, resolve } = Promise.withResolvers<void>()
    gate.hold = promise
    for (let n = 0; n < 1100; n++) await insert(`a${n}`)
    resolve()
    await eventually(() => sends.length >= 1064)
    expect(sends).toHaveLength(1064)
    expect(await relay.runOnce()).toBe(36)
  })

  it('finishes what it took up before it stops, and takes up nothing after', async () => {
    const { insert, relay, sends } = setUp()
    await insert('a')
    await relay.stop()
    expect(sends).toHaveLength(1)
    await insert('b')
    await new Promise((done) => setTimeout(done, 5))
    expect(sends).toHaveLength(1)
  })
})
