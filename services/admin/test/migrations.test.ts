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

it('what learners and parents wrote for the teacher goes; why somebody wants to be an administrator stays', async () => {
  const { collection, as } = rows()
  const row = (role: string) => ({ _id: randomUUID(), role, registrationNotes: `of a ${role}` })
  await collection.insertMany([row('student'), row('parent'), row('teacher'), row('admin')] as never)
  const run = () => migrations(as)[1]?.run(async () => {})
  expect(await run()).toEqual({ changed: 3 })
  const left = await collection.find({ registrationNotes: { $ne: '' } }).toArray()
  expect(left).toMatchObject([{ role: 'admin', registrationNotes: 'of a admin' }])
  expect(await run()).toEqual({ changed: 0 })
})

describe('search letters', () => {
  const run = (users: Collection, alive = async () => {}) => migrations(users)[0]?.run(alive)

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
