import { expect, it } from '@jest/globals'
import { syncIndexes } from '../src/mongo/mongo.ts'
import { createWriteLimits } from '../src/mongo/write-limits.ts'
import { databaseOfFile } from '../src/testing/database.ts'

const connection = await databaseOfFile('write-limits')

// in the future: MongoDB removes counts whose time is over
const second = (number: number) => new Date(Date.UTC(2099, 0, 1) + number * 1000)

it('lets two processes write three times a minute together, at once and after each other', async () => {
  const limits = { message: { most: 3, perMs: 60_000 }, report: { most: 1, perMs: 60_000 } }
  const [one, other] = [createWriteLimits(connection, limits), createWriteLimits(connection, limits)]
  await syncIndexes(connection)
  const atOnce = [one, other, one, other, one, other].map(({ take }) => take('message', 'amal', second(0)))
  const results = await Promise.allSettled(atOnce)
  expect(results.map(({ status }) => status).sort()).toEqual([
    ...Array(3).fill('fulfilled'),
    ...Array(3).fill('rejected'),
  ])
  await expect(one.take('message', 'amal', second(59))).rejects.toMatchObject({
    slug: 'rate-limited',
    options: { retryAfter: 1 },
  })
  await other.take('message', 'sami', second(59))
  await other.take('report', 'amal', second(59))
  for (const number of [60, 61, 119]) await other.take('message', 'amal', second(number))
  await expect(one.take('message', 'amal', second(119))).rejects.toThrow('rate-limited')
})
