import { describe, expect, it } from '@jest/globals'
import { memoryDocuments } from '../../test/memory-documents.ts'
import { asDocument } from '../mongo/collection.ts'
import { withContext } from '../observability/context.ts'
import { testEventKey } from '../testing/testing.ts'
import { createOutbox, type Outboxed } from './outbox.ts'
import { createSealer } from './seal.ts'

type Owner = Outboxed & { count: number }

const sealer = createSealer(testEventKey)
const event = {
  type: 'availability.saved' as const,
  data: { userId: 'a', role: 'teacher' as const, weekOffset: 0, slots: [108] },
}

function setUp({ above = 0 } = {}) {
  const owners = memoryDocuments<Owner>('owners')
  const outbox = createOutbox({ producer: 'availability', sealer, above, wait: async () => {} })
  return { owners, outbox, only: () => owners.all()[0] }
}

describe('the outbox', () => {
  it('refuses an event that no broker would accept, before anything is stored', async () => {
    const { owners, outbox } = setUp()
    const slots = Array.from({ length: 300_000 }, () => 108)
    const large = { ...event, data: { ...event.data, slots } }
    const inserting = outbox.insert(owners, { _id: 'a', count: 0 }, large)
    await expect(inserting).rejects.toThrow(/^availability.saved has \d+ bytes; an event may have 900000$/)
    expect(owners.all()).toEqual([])
  })

  it('writes state and event together, with an id that is always the same', async () => {
    const { owners, outbox, only } = setUp()
    const context = { correlationId: 'request-1', traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` }
    await withContext(context, () => outbox.insert(owners, { _id: 'a', count: 0 }, event))
    expect(only()).toMatchObject({
      v: 1,
      count: 0,
      outbox: [
        {
          seq: 1,
          id: `availability.a.1.${event.type}`,
          type: event.type,
          topic: 'availability-events',
          version: 1,
          subject: 'a',
          data: event.data,
          headers: { ce_correlationid: 'request-1' },
          traceparent: context.traceparent,
        },
      ],
    })
  })

  it('publishes a state under a type of its own, and changes nothing else of the document', async () => {
    const { owners, outbox, only } = setUp()
    await outbox.insert(owners, { _id: 'a', count: 3 }, event)
    expect(await outbox.publishState(owners, 'a', () => null)).toBe(false)
    expect(await outbox.publishState(owners, 'a', () => event)).toBe(true)
    const type = 'state.availability.saved'
    const second = { seq: 2, id: `availability.a.2.${type}`, type, data: event.data }
    expect(only()).toMatchObject({ v: 2, count: 3, outbox: [{ seq: 1, type: event.type }, second] })
  })

  it('loses no change and no version when many commands meet on one document', async () => {
    const { owners, outbox, only } = setUp()
    await outbox.insert(owners, { _id: 'a', count: 0 }, event)
    const add = () =>
      outbox.update(owners, 'a', (doc) => ({ update: { $set: { count: doc.count + 1 } }, event }))
    await Promise.all(Array.from({ length: 20 }, add))
    const sequences = only()?.outbox.map(({ seq }) => seq)
    expect(only()).toMatchObject({ v: 21, count: 20 })
    expect(sequences).toEqual(Array.from({ length: 21 }, (_, index) => index + 1))
  })

  it('changes nothing when the rule returns null, and passes on the rule’s problem', async () => {
    const { owners, outbox, only } = setUp()
    await outbox.insert(owners, { _id: 'a', count: 0 }, event)
    expect(await outbox.update(owners, 'a', () => null)).toBeNull()
    expect(await outbox.update(owners, 'nobody', () => ({ update: {}, event }))).toBeNull()
    const refuse = () => {
      throw new Error('not now')
    }
    await expect(outbox.update(owners, 'a', refuse)).rejects.toThrow('not now')
    expect(only()?.v).toBe(1)
  })

  it('starts with version 1 on a document that a projection made', async () => {
    const { owners, outbox, only } = setUp()
    await owners.insertOne(asDocument({ _id: 'a', count: 3, src: { auth: 4 } }))
    await outbox.update(owners, 'a', () => ({ update: { $set: { count: 4 } }, event }))
    expect(only()).toMatchObject({ v: 1, count: 4, outbox: [{ id: `availability.a.1.${event.type}` }] })
  })

  it('continues above the versions of a restore, whether the document had a version, none, or is new', async () => {
    const { owners, outbox } = setUp({ above: 1000 })
    await owners.insertOne({ _id: 'old', count: 0, v: 7, outbox: [] })
    await owners.insertOne(asDocument({ _id: 'projected', count: 0, src: { auth: 4 } }))
    await outbox.insert(owners, { _id: 'new', count: 0 }, event)
    for (const id of ['old', 'projected', 'new'])
      await outbox.update(owners, id, () => ({ update: { $set: { count: 1 } }, event }))
    expect(Object.fromEntries(owners.all().map(({ _id, v }) => [_id, v]))).toEqual({
      old: 1001,
      projected: 1001,
      new: 1002,
    })
  })

  it('replaces a document by its tombstone without losing events that still wait', async () => {
    const { owners, outbox, only } = setUp()
    await outbox.insert(owners, { _id: 'a', count: 0 }, event)
    const at = new Date()
    const data = { userId: 'a', service: 'availability', at: at.toISOString() }
    const tombstone = { document: { erasedAt: at }, event: { type: 'user.erased' as const, data } }
    expect(await outbox.replace(owners, 'a', () => tombstone)).toBe(true)
    expect(only()).toMatchObject({ _id: 'a', v: 2, erasedAt: at, outbox: [{ seq: 1 }, { seq: 2 }] })
    expect(only()).not.toHaveProperty('count')
  })

  it('refuses an event that another service owns, and one that is not what it says', async () => {
    const { owners, outbox } = setUp()
    const foreign = {
      type: 'user.login-failed' as const,
      data: { userId: 'a', role: 'student' as const, at: 'now', reason: 'password' as const },
    }
    await expect(outbox.insert(owners, { _id: 'a', count: 0 }, foreign)).rejects.toThrow('may not publish')
    const wrong = { ...event, data: { ...event.data, weekOffset: 0.5 } }
    await expect(outbox.insert(owners, { _id: 'a', count: 0 }, wrong)).rejects.toThrow()
  })
})
