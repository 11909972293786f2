import { describe, expect, it } from '@jest/globals'
import { createOutbox, type Outboxed, outboxIndex } from '../src/events/outbox.ts'
import { project } from '../src/events/projection.ts'
import { createRelay } from '../src/events/relay.ts'
import { leaveTombstone } from '../src/events/tombstone.ts'
import { collection } from '../src/mongo/collection.ts'
import { syncIndexes } from '../src/mongo/mongo.ts'
import { type Order, pageOf } from '../src/mongo/page.ts'
import { removeAll } from '../src/mongo/retention.ts'
import { databaseOfFile } from '../src/testing/database.ts'
import { silentLog, testEventTrust, unique } from '../src/testing/testing.ts'

type Account = Outboxed & { role: string; nickname?: string; erasedAt?: Date | null }

const connection = await databaseOfFile('collection')

const login = (userId: string) => ({
  type: 'user.logged-in' as const,
  data: { userId, role: 'student' as const, at: 'now', newDevice: false },
  personal: { email: 'a@example.tn', fullName: 'A', language: 'fr' as const, device: '' },
})
const outbox = createOutbox({ producer: 'auth', sealer: testEventTrust('') })

describe('a typed collection', () => {
  it('has the declared indexes with their options once they are synchronised', async () => {
    const people = collection<{ _id: string; email: string; at: Date }>(connection, 'people', [
      { key: { email: 1 }, unique: true },
      { key: { at: -1, _id: -1 } },
      outboxIndex,
    ])
    const bare = collection<{ _id: string }>(connection, 'bare')
    await syncIndexes(connection)
    await syncIndexes(connection)
    expect(await bare.deleteMany({})).toMatchObject({ deletedCount: 0 })
    const indexes = await people.indexes()
    expect(indexes.map(({ name }) => name).sort()).toEqual(['_id_', 'at_-1__id_-1', 'email_1', 'outboxAt_1'])
    expect(indexes.find(({ name }) => name === 'email_1')).toMatchObject({ unique: true })
    await people.insertOne({ _id: 'a', email: 'a@example.tn', at: new Date() })
    await expect(people.insertOne({ _id: 'b', email: 'a@example.tn', at: new Date() })).rejects.toMatchObject(
      {
        code: 11000,
      },
    )
  })

  it('has the same indexes as a mongoose model before it, so that a new release starts on an old database', async () => {
    // what mongoose sent for the models of release 2 and before
    const older = connection.collection('older')
    await older.createIndex({ at: 1 }, { expireAfterSeconds: 60, background: true })
    await older.createIndex({ key: 1 }, { unique: true, sparse: true, background: true })
    const partial = { partialFilterExpression: { key: { $exists: true } }, background: true }
    await older.createIndex({ at: 1, key: -1 }, partial)
    collection<Outboxed & { at: Date; key: string }>(connection, 'older', [
      { key: { at: 1 }, expireAfterSeconds: 60 },
      { key: { key: 1 }, unique: true, sparse: true },
      { key: { at: 1, key: -1 }, partialFilterExpression: { key: { $exists: true } } },
    ])
    await syncIndexes(connection)
    expect(await connection.collection('older').indexes()).toHaveLength(4)
  })

  it('carries an outbox; undefined fields are neither inserted nor written', async () => {
    const accounts = collection<Account>(connection, unique('accounts'))
    const inserted = await outbox.insert(accounts, { _id: 'a', role: 'x', nickname: undefined }, login('a'))
    expect(inserted.v).toBe(1)
    expect(await accounts.findOne({ _id: 'a', nickname: { $exists: true } })).toBeNull()
    await outbox.update(accounts, 'a', () => ({ update: { $set: { nickname: 'N' } }, event: login('a') }))
    const updated = await outbox.update(accounts, 'a', ({ role, nickname }) => ({
      update: { $set: { role: `${role}${nickname}`, nickname: undefined } },
      event: login('a'),
    }))
    expect(updated).toMatchObject({ role: 'xN', nickname: 'N', v: 3 })
    await expect(outbox.insert(accounts, { _id: 'a', role: 'y' }, login('a'))).rejects.toMatchObject({
      code: 11000,
    })
  })

  it('takes projections, a tombstone, and is emptied in batches', async () => {
    const accounts = collection<Account>(connection, unique('accounts'))
    const event = { producer: 'users', sequence: 2 }
    expect(await project(accounts, 'a', event, { $set: { role: 'x' } })).toBe('applied')
    expect(await project(accounts, 'a', event, { $set: { role: 'y' } })).toBe('stale')
    for (const userId of ['a', 'b'])
      for (const _repeated of [1, 2])
        await leaveTombstone(outbox, accounts, {
          userId,
          service: 'auth',
          at: new Date(0),
          kept: (account) => ({ role: account?.role ?? 'none' }),
        })
    expect(await accounts.find({}, { sort: { _id: 1 } }).toArray()).toMatchObject([
      { _id: 'a', role: 'x', v: 1, erasedAt: new Date(0) },
      { _id: 'b', role: 'none', v: 1, erasedAt: new Date(0) },
    ])
    expect(await removeAll(accounts, { role: 'x' })).toBe(1)
    expect(await accounts.countDocuments()).toBe(1)
  })
})

describe('a page of a list', () => {
  type Row = { _id: string; at: Date; rank: number; name: string; of: { at: Date } }
  const byName: Order<Row> = [
    ['name', 'text', 1],
    ['_id', 'text', -1],
  ]
  const byRank: Order<Row> = [
    ['rank', 'number', -1],
    ['of.at', 'time', 1],
    ['_id', 'text', 1],
  ]

  async function rows() {
    const list = collection<Row>(connection, unique('rows'))
    const names = ['a', 'a_b', '%', 'é ث', '']
    for (let index = 0; index < 23; index++)
      await list.insertOne({
        _id: `id_${index}`,
        at: new Date(index % 7),
        rank: (index % 3) - 1.5,
        name: names[index % names.length] ?? '',
        of: { at: new Date(1_790_000_000_000 + (index % 4)) },
      })
    return list
  }

  it.each([
    ['by a text', byName],
    ['by a number and a nested time, in two directions', byRank],
  ])('shows each row once and in order, %s', async (_title, order) => {
    const list = await rows()
    const sort = Object.fromEntries(order.map(([field, , direction]) => [field, direction]))
    const seen: string[] = []
    for (let cursor: string | undefined; ; ) {
      const page = await pageOf(list, { filter: {}, order, limit: 4, cursor, name: 'some' })
      seen.push(...page.rows.map(({ _id }) => _id))
      expect(page.total).toBe(23)
      if (page.nextCursor === null) break
      cursor = page.nextCursor
    }
    expect(seen).toEqual((await list.find({}, { sort }).toArray()).map(({ _id }) => _id))
  })

  it('writes a cursor that can be read: the time and the id of the last row', async () => {
    const list = await rows()
    const order: Order<Row> = [
      ['at', 'time', -1],
      ['_id', 'text', -1],
    ]
    const page = await pageOf(list, { filter: { rank: -1.5 }, order, limit: 1 })
    expect(page).toMatchObject({ rows: [{ _id: 'id_6' }], nextCursor: '6_id_6', total: 8 })
  })

  it('refuses a cursor of another order, and one that nobody wrote', async () => {
    const list = await rows()
    const page = (cursor: string) =>
      pageOf(list, { filter: {}, order: byRank, limit: 1, cursor, name: 'rank' })
    await expect(page('rank_1_2_id')).resolves.toBeDefined()
    for (const cursor of ['', 'x', 'name_1_2_id', 'rank_x_2_id', 'rank_1_2_', '1_2_id', 'rank_1_-2_id'])
      await expect(page(cursor)).rejects.toMatchObject({ status: 400 })
    const byText = { filter: {}, order: byName, limit: 1 }
    await expect(pageOf(list, { ...byText, cursor: '%E0%A4%A_id' })).rejects.toMatchObject({ status: 400 })
  })
})

describe('a bulk write of events', () => {
  it('leaves them to its own process for five seconds, then any process publishes them', async () => {
    const accounts = collection<Account>(connection, 'bulk', [outboxIndex])
    await accounts.insertMany(['a', 'b'].map((_id) => ({ _id, role: 'student', v: 0, outbox: [] })))
    const docs = await accounts.find({}).toArray()
    const left = await outbox.updateMany(accounts, docs, ({ _id }) => ({ update: {}, event: login(_id) }))
    expect(left).toEqual([])
    const published: string[] = []
    const clock = { now: Date.now() }
    const other = createRelay({
      collections: [accounts],
      outbox: createOutbox({ producer: 'auth', sealer: testEventTrust('') }),
      bus: {
        ensureTopics: async () => {},
        publish: async (messages) => void published.push(...messages.map(({ key }) => key)),
      },
      log: silentLog,
      now: () => clock.now,
    })
    expect(await other.runOnce()).toBe(0)
    clock.now += 5001
    expect(await other.runOnce()).toBe(2)
    expect(published.sort()).toEqual(['a', 'b'])
    expect(await accounts.countDocuments({ outboxAt: { $exists: true } })).toBe(0)
  })

  it('inserts documents with all their events; those that exist stay as they are', async () => {
    const accounts = collection<Account>(connection, 'finished', [outboxIndex])
    await outbox.insert(accounts, { _id: 'a', role: 'teacher' }, login('a'))
    const rows = ['a', 'b'].map((_id) => ({
      doc: { _id, role: 'student' as const },
      events: [login(_id), login(_id)],
    }))
    await outbox.insertMany(accounts, rows)
    await outbox.insertMany(accounts, rows)
    const found = await accounts.find({}, { sort: { _id: 1 } }).toArray()
    expect(found).toMatchObject([
      { _id: 'a', role: 'teacher', v: 1, outbox: [{ id: 'auth.a.1.user.logged-in' }] },
      {
        _id: 'b',
        role: 'student',
        v: 2,
        outbox: [{ id: 'auth.b.1.user.logged-in' }, { id: 'auth.b.2.user.logged-in' }],
      },
    ])
  })
})
