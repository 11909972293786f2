import { createMetrics } from '@darsi/kit/observability/metrics.ts'
import { connectRedis } from '@darsi/kit/redis/redis.ts'
import { eventually, silentLog, testServers, unique } from '@darsi/kit/testing/testing.ts'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { Redis } from 'ioredis'
import { startGatewayReports } from '../src/health-report.ts'

let redis: Redis
beforeAll(() => {
  redis = connectRedis(testServers().redisUrl, silentLog)
})
afterAll(() => redis.disconnect())

it('each process of the gateway reports its own refusals, and removes the reports of stopped processes', async () => {
  const key = unique('health')
  const startedAt = new Date(Date.now() - 60_000).toISOString()
  await redis.hset(key, 'gone', JSON.stringify({ startedAt, at: startedAt, refusals: 9 }))
  const [one, two] = [createMetrics('gateway'), createMetrics('gateway')]
  const stops = [one, two].map(({ refusals }) =>
    startGatewayReports({ redis, refusals, log: silentLog, date: () => new Date(), everyMs: 20, key }),
  )
  one.refusals.inc({ kind: 'token', route: '/api/me' }, 3)
  two.refusals.inc({ kind: 'limited', route: '/api/me' })
  const counts = async () =>
    Object.values(await redis.hgetall(key))
      .map((text) => Number(JSON.parse(text).refusals))
      .sort()
  await eventually(async () => String(await counts()) === '1,3')
  await stops[0]?.()
  expect(await counts()).toEqual([1])
  await stops[1]?.()
  expect(await counts()).toEqual([])
})
