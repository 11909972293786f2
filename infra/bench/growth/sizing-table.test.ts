import { expect, it } from '@jest/globals'
import { type Growth, isTooWide } from './result.ts'
import { type Prices, sizeFor, sizingTable } from './sizing-table.ts'

const call = { key: 'GET /me/profile', queries: [] }
const growth: Growth = {
  at: '2026-11-29T00:00:00Z',
  server: '8.0.0',
  loadAverage: 1,
  sizes: [
    {
      accounts: 30_000,
      bytes: 300e6,
      calls: [
        { ...call, share: 3, cpu: { gateway: 1, users: 2, mongo: 0.4, kafka: 9 } },
        { ...call, share: 1, cpu: { gateway: 1, users: 4, mongo: 1.2 } },
      ],
    },
    { accounts: 1000, bytes: 1, calls: [{ ...call, share: 1, cpu: { gateway: 100 } }] },
  ],
}
const prices: Prices = { node: 100, databaseNode: 1000, kafkaNode: 200, redis: 50 }
const unknown: Prices = { node: null, databaseNode: null, kafkaNode: null, redis: null }

it('the largest measured size decides, each call by its share', () => {
  const size = sizeFor(growth, 100_000, prices)
  // 350,000 accounts × 5 % ÷ 10 s; events: 350,000 × 5 × 4 a day
  expect(size).toMatchObject({
    accounts: 350_000,
    callsPerSecond: 1750,
    shards: 1,
    partitions: 6,
    brokers: 3,
  })
  expect(size.cores).toBeCloseTo(((1750 * 3.5 + ((350_000 * 20) / 86_400) * 4) / 1000) * 2, 6)
  expect(size.databaseCores).toBeCloseTo((1750 * 0.6 * 2) / 1000, 6)
  expect(size.databaseMemory).toBeCloseTo(7, 6)
  expect(size.dinars).toBe(size.nodes * 100 + 3 * 1000 + 3 * 200 + 50)
})

it('shards follow from memory or cores, whichever needs more', () => {
  expect(sizeFor(growth, 10_000_000, prices).shards).toBe(14)
  const small = { ...growth, sizes: growth.sizes.map((one) => ({ ...one, bytes: 0 })) }
  expect(sizeFor(small, 10_000_000, prices)).toMatchObject({ databaseMemory: 0, shards: 14 })
})

it('the table has a column for each size; what is not known is a question mark', () => {
  const unmeasured = { ...growth, sizes: growth.sizes.map((one) => ({ ...one, bytes: null })) }
  const sizes = [100_000, 1_000_000].map((families) => sizeFor(unmeasured, families, unknown))
  const lines = sizingTable(sizes).split('\n')
  expect(lines.slice(0, 3)).toEqual([
    '| families | 100,000 | 1,000,000 |',
    '| --- | --- | --- |',
    '| accounts | 350,000 | 3,500,000 |',
  ])
  expect(lines).toContain('| memory of MongoDB | ? | ? |')
  expect(lines.at(-1)).toBe('| dinars a month | ? | ? |')
})

it('a query reads at most three documents for each that it returns', () => {
  expect(isTooWide(60, 20)).toBe(false)
  expect(isTooWide(61, 20)).toBe(true)
  expect(isTooWide(3, 0)).toBe(false)
  expect(isTooWide(null, null)).toBe(false)
})
