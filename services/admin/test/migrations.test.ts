import { randomUUID } from 'node:crypto'
import { connectMongo } from '@darsi/kit/mongo.ts'
import { testServers, unique } from '@darsi/kit/testing.ts'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Connection } from 'mongoose'
import type { Collection } from '../src/migration-collection.ts'
import { migrations } from '../src/migrations.ts'

let connection: Connection
beforeAll(async () => {
  connection = await connectMongo(testServers().mongoUrl, unique('admin-migrations'))
})
afterAll(async () => {
  await connection.dropDatabase()
  await connection.close()
})

function rows() {
  const collection = connection.collection(unique('users'))
  // `as`: a collection has these operations; ids are texts of ours
  return { collection, as: collection as unknown as Collection }
}

const ofUsers = (users: Collection) => migrations({ users, connections: rows().as, tickets: rows().as })

it('what learners and parents wrote for the teacher goes; why somebody wants to be an administrator stays', async () => {
  const { collection, as } = rows()
  const row = (role: string) => ({ _id: randomUUID(), role, registrationNotes: `of a ${role}` })
  await collection.insertMany([row('student'), row('parent'), row('teacher'), row('admin')] as never)
  const run = () => ofUsers(as)[1]?.run(async () => {})
  expect(await run()).toEqual({ changed: 3 })
  const left = await collection.find({ registrationNotes: { $ne: '' } }).toArray()
  expect(left).toMatchObject([{ role: 'admin', registrationNotes: 'of a admin' }])
  expect(await run()).toEqual({ changed: 0 })
})

describe('search letters', () => {
  const run = (users: Collection, alive = async () => {}) => ofUsers(users)[0]?.run(alive)

  it('of rows that older code wrote are those of today, in any number of rows; others are left alone', async () => {
    const { collection, as } = rows()
    const old = Array.from({ length: 1203 }, () => ({
      _id: randomUUID(),
      fullName: 'Élodie Ben Salah',
      email: 'Elodie@example.tn',
      searchName: 'Élodie Ben Salah',
      searchEmail: 'elodie@example.tn',
    }))
    const erased = { _id: randomUUID(), erasedAt: new Date() }
    await collection.insertMany([...old, erased] as never)
    expect(await run(as)).toEqual({ changed: 1203 })
    expect(await collection.countDocuments({ searchName: 'elodie ben salah' })).toBe(1203)
    expect(await collection.findOne({ _id: erased._id } as never)).toEqual(erased)
    expect(await run(as)).toEqual({ changed: 0 })
  })

  it('reach the search of a process that runs: each row says that it changed', async () => {
    const { collection, as } = rows()
    const row = { _id: randomUUID(), fullName: 'Élodie', email: 'e@example.tn', searchName: 'Élodie' }
    await collection.insertOne(row as never)
    await run(as)
    const found = await collection.findOne({ _id: row._id } as never)
    expect(found?.['changedAt']).toBeInstanceOf(Date)
  })

  it('of connections and tickets are renewed too, and those of erased people stay empty', async () => {
    const [users, connections, tickets] = [rows(), rows(), rows()]
    const _id = randomUUID()
    await connections.collection.insertMany([
      { _id, studentName: 'Élodie', teacherName: 'Hédi', subject: 'Maths', searchText: 'Élodie' },
      { _id: randomUUID(), studentName: '', teacherName: '', subject: 'Maths', searchText: '' },
    ] as never)
    await tickets.collection.insertOne({ _id, name: 'Éric', email: 'E@example.tn', searchText: '' } as never)
    const all = migrations({ users: users.as, connections: connections.as, tickets: tickets.as })
    const done = []
    for (const { run } of all) done.push((await run(async () => {})).changed)
    expect(done).toEqual([0, 0, 1, 1])
    const textOf = async ({ collection }: typeof users) =>
      (await collection.findOne({ _id } as never))?.['searchText']
    expect(await textOf(connections)).toBe('elodie hedi maths')
    expect(await textOf(tickets)).toBe(`eric e@example.tn ${_id.slice(0, 8)}`)
  })

  it('of a row that an event changes meanwhile are the event’s', async () => {
    const { collection, as } = rows()
    const _id = randomUUID()
    await collection.insertOne({ _id, fullName: 'Amél', email: 'a@example.tn', searchName: 'Amél' } as never)
    const racing: Collection = {
      ...as,
      find: (filter, options) => ({
        toArray: async () => {
          const read = await as.find(filter, options).toArray()
          await as.updateOne({ _id }, { $set: { fullName: 'Inès', searchName: 'ines' } })
          return read
        },
      }),
      updateOne: (filter, update) => as.updateOne(filter, update),
    }
    await run(racing)
    expect(await collection.findOne({ _id } as never)).toMatchObject({ fullName: 'Inès', searchName: 'ines' })
  })
})
