import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from '@jest/globals'
import { Registry } from 'prom-client'
import { reseal, startResealing } from '../src/events/reseal.ts'
import { createSealer } from '../src/events/seal.ts'
import { collection, documentsOf } from '../src/mongo/collection.ts'
import { createLease } from '../src/mongo/lease.ts'
import { databaseOfFile } from '../src/testing/database.ts'
import { eventually, silentLog, unique } from '../src/testing/testing.ts'

const key = (letter: string) => Buffer.alloc(32, letter).toString('base64')
const before = createSealer(key('a'))
const rotated = createSealer(`${key('b')},${key('a')}`)
const dropped = createSealer(key('b'))

const connection = await databaseOfFile('reseal')

type Row = {
  _id: string
  sealed: string
  last?: { by: string; sealed: string; at: Date } | null
  factors?: { id: number; secret: string; at?: Date }[]
}

const pass = { log: silentLog }
const createRows = () => collection<Row>(connection, unique('rows'))

it('reseals values of an old key in plain fields, objects and lists, and changes nothing else', async () => {
  const rows = createRows()
  const at = new Date()
  for (let number = 0; number < 450; number++)
    await rows.insertOne({
      _id: `row-${number}`,
      sealed: before.seal(number),
      last: { by: 'a', sealed: before.seal({ text: number }), at },
      factors: [
        { id: 1, secret: rotated.seal('new') },
        { id: 2, secret: before.seal('old'), at },
      ],
    })
  await rows.insertOne({ _id: 'empty', sealed: '', last: null, factors: [] })
  const fields = ['sealed', 'last.sealed', 'factors.secret'].map((path) => ({ collection: rows, path }))
  for (const field of fields) {
    expect(await reseal(field, rotated, pass)).toEqual({ changed: 450, left: 0 })
    expect(await reseal(field, rotated, pass)).toEqual({ changed: 0, left: 0 })
  }
  // the old key can be removed: everything opens without it
  const row = await rows.findOne({ _id: 'row-7' })
  if (!row?.last || !row.factors) throw new Error('not there')
  expect(dropped.unseal(row.sealed)).toBe(7)
  expect(dropped.unseal(row.last.sealed)).toEqual({ text: 7 })
  expect(row.last).toMatchObject({ by: 'a', at })
  expect(row.factors.map(({ secret }) => dropped.unseal(secret))).toEqual(['new', 'old'])
  expect(await rows.findOne({ _id: 'empty' })).toEqual({
    _id: 'empty',
    sealed: '',
    last: null,
    factors: [],
  })
})

it('two replicas at once, under traffic, lose no write; a stopped one resumes later', async () => {
  const rows = createRows()
  for (let number = 0; number < 100; number++)
    await rows.insertOne({ _id: `row-${number}`, sealed: before.seal(number) })
  const field = { collection: rows, path: 'sealed' }
  const write = async () => {
    // erased while the job runs, and written again by a process that still seals with the old key
    await rows.updateOne({ _id: 'row-98' }, { $set: { sealed: '' } })
    await rows.updateOne({ _id: 'row-99' }, { $set: { sealed: before.seal('late') } })
  }
  await Promise.all([
    reseal(field, rotated, pass),
    reseal(field, rotated, pass),
    write(),
    reseal(field, rotated, { ...pass, mayGoOn: async () => false }),
  ])
  await reseal(field, rotated, pass)
  expect(await reseal(field, rotated, pass)).toEqual({ changed: 0, left: 0 })
  const read = async (id: string) => (await rows.findOne({ _id: id }))?.sealed ?? ''
  expect(await read('row-98')).toBe('')
  expect(dropped.unseal(await read('row-99'))).toBe('late')
  expect(dropped.unseal(await read('row-5'))).toBe(5)
})

it('a value whose key is not known stays counted and hinders no other', async () => {
  const rows = createRows()
  const other = createSealer(key('z'))
  await rows.insertOne({ _id: 'a', sealed: other.seal(1) })
  await rows.insertOne({ _id: 'b', sealed: before.seal(2) })
  const field = { collection: rows, path: 'sealed' }
  expect(await reseal(field, rotated, pass)).toEqual({ changed: 1, left: 1 })
})

it('counts only after a predecessor, which seals with the old key, has stopped', async () => {
  const rows = createRows()
  const registry = new Registry()
  const sealed = [{ key: 'MESSAGE_KEY', sealer: rotated, fields: [{ collection: rows, path: 'sealed' }] }]
  const options = { connection, now: () => new Date(), log: silentLog, afterMs: 300 }
  const stop = startResealing(sealed, { ...options, registry })
  expect(await registry.metrics()).not.toContain('sealed_by_old_keys{')
  await rows.insertOne({ _id: 'late', sealed: before.seal('late') })
  await eventually(async () => (await registry.metrics()).includes('sealed_by_old_keys{'))
  await stop()
  expect(dropped.unseal((await rows.findOne({ _id: 'late' }))?.sealed ?? '')).toBe('late')
})

it('reads nothing while a variable has one key', async () => {
  const rows = createRows()
  await rows.insertOne({ _id: 'a', sealed: before.seal(1) })
  const registry = new Registry()
  const sealed = [{ key: 'MESSAGE_KEY', sealer: dropped, fields: [{ collection: rows, path: 'sealed' }] }]
  const options = { connection, now: () => new Date(), log: silentLog, afterMs: 0 }
  const stop = startResealing(sealed, { ...options, registry })
  await sleep(300)
  await stop()
  expect(await registry.metrics()).not.toContain('sealed_by_old_keys{')
})

it('one of two replicas works; a field that cannot be read does not stop the others', async () => {
  const rows = createRows()
  await rows.insertOne({ _id: 'a', sealed: before.seal(1) })
  const broken = {
    ...documentsOf<Row>(rows),
    collectionName: 'broken',
    find: () => {
      throw new Error('too slow')
    },
  }
  const fields = [broken, rows].map((collection) => ({ collection, path: 'sealed' }))
  const sealed = [{ key: 'MESSAGE_KEY', sealer: rotated, fields }]
  const options = { connection, now: () => new Date(), log: silentLog, afterMs: 0 }
  const first = createLease(connection, 'resealing', { forMs: 60_000, now: options.now })
  await connection.collection('leases').deleteMany({})
  expect(await first.take()).toBe(true)
  const stopWaiting = startResealing(sealed, { ...options, registry: new Registry() })
  await sleep(300)
  await stopWaiting()
  expect(before.unseal((await rows.findOne({ _id: 'a' }))?.sealed ?? '')).toBe(1)
  await first.release()
  const registry = new Registry()
  const stop = startResealing(sealed, { ...options, registry })
  await eventually(async () => (await registry.metrics()).includes('sealed_by_old_keys{'))
  await stop()
  expect(dropped.unseal((await rows.findOne({ _id: 'a' }))?.sealed ?? '')).toBe(1)
})
