import { describe, expect, it } from '@jest/globals'
import { memoryDocuments, memoryModel } from '../test/memory-documents.ts'
import type { Message } from './bus.ts'
import { createOutbox, type Outboxed } from './outbox.ts'
import { createRelay } from './relay.ts'
import { createSealer } from './seal.ts'
import { eventually, silentLog, testEventKey } from './testing.ts'

type Owner = Outboxed & { at: string }

function setUp() {
  const gate = { now: Date.now(), hold: Promise.resolve(), broken: false }
  const collection = memoryDocuments()
  const model = memoryModel<Owner>('owner', collection)
  const outbox = createOutbox({
    producer: 'availability',
    sealer: createSealer(testEventKey),
    now: () => gate.now,
  })
  const sends: Message[][] = []
  const types: string[] = []
  const relay = createRelay({
    models: [model],
    outbox,
    log: silentLog,
    now: () => gate.now,
    published: (type) => types.push(type),
    bus: {
      ensureTopics: async () => {},
      publish: async (messages) => {
        await gate.hold
        if (gate.broken) throw new Error('no broker')
        sends.push([...messages])
      },
    },
  })
  const event = (userId: string) => ({
    type: 'availability.saved' as const,
    data: { userId, role: 'teacher' as const, weekOffset: 0, slots: [] },
  })
  return {
    collection,
    sends,
    types,
    gate,
    relay,
    insert: (id: string) => outbox.insert(model, { _id: id, at: '' }, event(id)),
    change: (id: string) => outbox.update(model, id, () => ({ update: {}, event: event(id) })),
    sequences: () => sends.map((messages) => messages.map(({ headers }) => Number(headers['ce_sequence']))),
  }
}

describe('the relay', () => {
  it('sends right after the command and leaves nothing behind', async () => {
    const { insert, sends, types, collection } = setUp()
    await insert('a')
    await eventually(() => collection.all()[0]?.['outboxAt'] === undefined)
    expect(sends).toHaveLength(1)
    expect(types).toEqual(['availability.saved'])
    expect(collection.all()[0]).toMatchObject({ v: 1, outbox: [] })
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

  it('keeps what it could not send until the lease is over', async () => {
    const { insert, gate, relay, collection, sequences } = setUp()
    gate.broken = true
    await insert('a')
    await new Promise((done) => setTimeout(done, 5))
    gate.broken = false
    expect(await relay.runOnce()).toBe(0)
    expect(collection.all()[0]?.['outbox']).toHaveLength(1)
    gate.now += 15_001
    expect(await relay.runOnce()).toBe(1)
    expect(sequences()).toEqual([[1]])
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
