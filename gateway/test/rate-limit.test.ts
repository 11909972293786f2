import { connectRedis } from '@darsi/kit/redis/redis.ts'
import { eventually, silentLog, testServers, unique } from '@darsi/kit/testing/testing.ts'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Redis } from 'ioredis'
import { createLimit } from '../src/access/rate-limit.ts'

let redis: Redis
beforeAll(async () => {
  redis = connectRedis(testServers().redisUrl, silentLog)
  await eventually(() => redis.status === 'ready')
})
afterAll(() => redis.disconnect())

const refusals = async (calls: readonly Promise<void>[]) =>
  (await Promise.allSettled(calls)).filter(({ status }) => status === 'rejected').length

describe('the limit of an address', () => {
  it('accepts exactly as many calls as the limit, in sequence or in parallel', async () => {
    const limit = createLimit(redis, 400, unique('limit'))
    for (let call = 0; call < 150; call++) await limit('41.1.1.1')
    expect(await refusals(Array.from({ length: 300 }, () => limit('41.1.1.1')))).toBe(50)
    expect(await refusals([limit('41.1.1.2')])).toBe(0)
  })

  it('counts the calls of all processes together, to a hundredth of the limit', async () => {
    const name = unique('limit')
    const [one, two] = [createLimit(redis, 400, name), createLimit(redis, 400, name)]
    const calls = Array.from({ length: 300 }, (_, index) => (index % 3 === 0 ? one : two)('41.1.1.1'))
    expect(await refusals(calls)).toBe(0)
    const more = await refusals(Array.from({ length: 300 }, () => one('41.1.1.1')))
    expect(more).toBeGreaterThanOrEqual(200)
    expect(more).toBeLessThanOrEqual(204)
  })
})
