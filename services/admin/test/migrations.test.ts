import { randomUUID } from 'node:crypto'
import { collection } from '@darsi/kit/mongo/collection.ts'
import { connectMongo } from '@darsi/kit/mongo/mongo.ts'
import { testServers, unique } from '@darsi/kit/testing/testing.ts'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Connection } from 'mongoose'
import { type Collection, migrations, type Row } from '../src/migrations.ts'

let connection: Connection
beforeAll(async () => {
  connection = await connectMongo(testServers().mongoUrl, unique('admin-migrations'))
})
afterAll(async () => {
  await connection.dropDatabase()
  await connection.close()
})

const rows = () => collection<Row>(connection, unique('users'))

const ofUsers = (users: Collection) =>
  migrations({ users, connections: rows(), tickets: rows(), careChanges: rows() })

it('notes of learners and parents are removed; the reason of an administrator’s registration is kept', async () => {
  const users = rows()
  const row = (role: string) => ({ _id: randomUUID(), role, registrationNotes: `of a ${role}` })
  await users.insertMany([row('student'), row('parent'), row('teacher'), row('admin')])
  const run = () => ofUsers(users)[1]?.run(async () => {})
  expect(await run()).toEqual({ changed: 3 })
  const left = await users.find({ registrationNotes: { $ne: '' } }).toArray()
  expect(left).toMatchObject([{ role: 'admin', registrationNotes: 'of a admin' }])
  expect(await run()).toEqual({ changed: 0 })
})

describe('search letters', () => {
  const run = (users: Collection, alive = async () => {}) => ofUsers(users)[0]?.run(alive)

  it('are recomputed for rows of older code, in any number; other rows do not change', async () => {
    const users = rows()
    const old = Array.from({ length: 1203 }, () => ({
      _id: randomUUID(),
      fullName: 'Élodie Ben Salah',
      email: 'Elodie@example.tn',
      searchName: 'Élodie Ben Salah',
      searchEmail: 'elodie@example.tn',
    }))
    const erased = { _id: randomUUID(), erasedAt: new Date() }
    await users.insertMany([...old, erased])
    expect(await run(users)).toEqual({ changed: 1203 })
    expect(await users.countDocuments({ searchName: 'elodie ben salah' })).toBe(1203)
    expect(await users.findOne({ _id: erased._id })).toEqual(erased)
    expect(await run(users)).toEqual({ changed: 0 })
  })

  it('reach the search of a running process', async () => {
    const users = rows()
    const row = { _id: randomUUID(), fullName: 'Élodie', email: 'e@example.tn', searchName: 'Élodie' }
    await users.insertOne(row)
    await run(users)
    const found = await users.findOne({ _id: row._id })
    expect(found?.['changedAt']).toBeInstanceOf(Date)
  })

  it('of connections and tickets are renewed too, and those of erased people stay empty', async () => {
    const [users, connections, tickets] = [rows(), rows(), rows()]
    const _id = randomUUID()
    await connections.insertMany([
      { _id, studentName: 'Élodie', teacherName: 'Hédi', subject: 'Maths', searchText: 'Élodie' },
      { _id: randomUUID(), studentName: '', teacherName: '', subject: 'Maths', searchText: '' },
    ])
    await tickets.insertOne({ _id, name: 'Éric', email: 'E@example.tn', searchText: '' })
    const all = migrations({ users, connections, tickets, careChanges: rows() })
    const done = []
    for (const { run } of all) done.push((await run(async () => {})).changed)
    expect(done).toEqual([0, 0, 1, 1, 0, 0, 0])
    const textOf = async (of: typeof users) => (await of.findOne({ _id }))?.['searchText']
    expect(await textOf(connections)).toBe('elodie hedi maths')
    expect(await textOf(tickets)).toBe(`eric e@example.tn ${_id.slice(0, 8)}`)
  })

  it('of a row that an event changes meanwhile are the event’s', async () => {
    const users = rows()
    const _id = randomUUID()
    await users.insertOne({ _id, fullName: 'Amél', email: 'a@example.tn', searchName: 'Amél' })
    const racing: Collection = {
      find: (filter, options) => ({
        toArray: async () => {
          const read = await users.find(filter, options).toArray()
          await users.updateOne({ _id }, { $set: { fullName: 'Inès', searchName: 'ines' } })
          return read
        },
      }),
      updateOne: (filter, update) => users.updateOne(filter, update),
    }
    await run(racing)
    expect(await users.findOne({ _id })).toMatchObject({ fullName: 'Inès', searchName: 'ines' })
  })
})

it('a proven address is noted for accounts that older code knew as verified, and for no others', async () => {
  const users = rows()
  const row = (more: object) => ({ _id: randomUUID(), email: `${randomUUID()}@example.tn`, ...more })
  const proven = row({ emailVerifiedAt: new Date() })
  const moved = row({ emailVerifiedAt: new Date(), provenEmail: 'newer@example.tn' })
  await users.insertMany([proven, moved, row({ emailVerifiedAt: null }), row({})])
  const run = () => ofUsers(users)[4]?.run(async () => {})
  expect(await run()).toEqual({ changed: 1 })
  const noted = await users.find({ provenEmail: { $exists: true } }).toArray()
  expect(noted.map((one) => one['provenEmail']).toSorted()).toEqual(
    [proven.email, 'newer@example.tn'].toSorted(),
  )
  expect(await run()).toEqual({ changed: 0 })
})

it('the child’s name is removed from changes of its protection that no longer wait', async () => {
  const careChanges = rows()
  const row = (status: string) => ({ _id: randomUUID(), status, childName: 'Adam' })
  await careChanges.insertMany([row('waiting'), row('refused'), row('done')])
  const all = migrations({ users: rows(), connections: rows(), tickets: rows(), careChanges })
  const run = () => all[5]?.run(async () => {})
  expect(await run()).toEqual({ changed: 2 })
  expect(await careChanges.find({ childName: 'Adam' }).toArray()).toMatchObject([{ status: 'waiting' }])
  expect(await run()).toEqual({ changed: 0 })
})

it('fields that older code left in the rows of erased accounts are removed, and no others', async () => {
  const users = rows()
  const row = (more: object) => ({ _id: randomUUID(), role: 'teacher', governorateId: 15, ...more })
  const erased = row({ erasedAt: new Date(), erasure: { pending: [] }, v: 4, outbox: [] })
  const present = row({ erasedAt: null })
  await users.insertMany([{ ...erased, proofs: { accepted: [], waiting: [] }, src: { auth: 3 } }, present])
  const run = () => ofUsers(users)[6]?.run(async () => {})
  expect(await run()).toEqual({ changed: 1 })
  const { governorateId: _, ...tombstone } = erased
  expect(await users.findOne({ _id: erased._id })).toEqual(tombstone)
  expect(await users.findOne({ _id: present._id })).toEqual(present)
  expect(await run()).toEqual({ changed: 0 })
})
