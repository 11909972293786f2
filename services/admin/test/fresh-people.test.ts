import { collection } from '@darsi/kit/mongo/collection.ts'
import { syncIndexes } from '@darsi/kit/mongo/mongo.ts'
import { databaseOfFile } from '@darsi/kit/testing/database.ts'
import { unique } from '@darsi/kit/testing/testing.ts'
import { expect, it, jest } from '@jest/globals'
import { createFreshPeople } from '../src/people/fresh-people.ts'
import type { UserRow } from '../src/people/user-row.ts'
import { emptyRow } from '../src/users/user-store.ts'

const connection = await databaseOfFile('fresh-people')

const second = 1000
const now = Date.now()
const after = (seconds: number) => new Date(now + seconds * second)

async function setUp() {
  const users = collection<UserRow>(connection, unique('users'), [{ key: { changedAt: 1 } }])
  await syncIndexes(connection)
  const row: UserRow = {
    ...emptyRow,
    ...{ _id: 'amal', role: 'student', status: 'approved', language: 'fr' },
    ...{ outbox: [], decisions: [], dupKeys: [], sessionsEnded: [], src: {} },
    proofs: { accepted: [], waiting: [] },
    ...{ createdAt: after(0), changedAt: after(0), erasedAt: null },
  }
  await users.insertOne(row)
  const clock = { seconds: 0 }
  const people = createFreshPeople(users, () => clock.seconds * second)
  return {
    clock,
    suspend: (changedAt: Date) =>
      users.updateOne({ _id: 'amal' }, { $set: { status: 'suspended', changedAt } }),
    status: async () => (await people.fresh()).counts()[0]?._id.status,
  }
}

it('the list of people finds the writes of a new primary whose clock is 10 s behind within a minute', async () => {
  const { clock, suspend, status } = await setUp()
  expect(await status()).toBe('approved')
  clock.seconds = 5
  expect(await status()).toBe('approved')
  await suspend(after(-5))
  clock.seconds = 60
  expect(await status()).toBe('suspended')
})

it('the list of people finds changes at once in a process that started with its clock an hour ahead', async () => {
  const { suspend, status } = await setUp()
  const clock = jest.spyOn(Date, 'now').mockReturnValue(now + 3600 * second)
  expect(await status()).toBe('approved')
  await suspend(after(1))
  expect(await status()).toBe('suspended')
  clock.mockRestore()
})
