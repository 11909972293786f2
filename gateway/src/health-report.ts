import { randomUUID } from 'node:crypto'
import {
  type GatewayReport,
  gatewayReportSchema,
  gatewayReportsKey,
  isReportFresh,
} from '@darsi/contracts/calls/health.ts'
import { refusalsOf } from '@darsi/kit/http/refusals.ts'
import type { Log } from '@darsi/kit/observability/log.ts'
import type { RefusalCounter } from '@darsi/kit/observability/metrics.ts'
import { repeat } from '@darsi/kit/repeat.ts'
import type { Redis } from 'ioredis'

type Options = {
  redis: Redis
  refusals: Pick<RefusalCounter, 'get'>
  log: Log
  /** The shared clock (server-clock.ts). */
  date: () => Date
  everyMs?: number
  key?: string
}

/** Writes the number of refused calls of this process into Redis, and removes reports of stopped processes. */
export function startGatewayReports({
  redis,
  refusals,
  log,
  date,
  everyMs = 10_000,
  key = gatewayReportsKey,
}: Options): () => Promise<void> {
  const instance = randomUUID()
  const startedAt = date().toISOString()
  const report = async () => {
    const now = date()
    const own: GatewayReport = { startedAt, at: now.toISOString(), refusals: await refusalsOf(refusals) }
    await redis.hset(key, instance, JSON.stringify(own))
    for (const [other, text] of Object.entries(await redis.hgetall(key))) {
      const { at } = gatewayReportSchema.parse(JSON.parse(text))
      if (!isReportFresh(new Date(at), now)) await redis.hdel(key, other)
    }
  }
  const stop = repeat({ everyMs, work: report, log, failed: 'health not reported' })
  return async () => {
    await stop()
    await redis.hdel(key, instance).catch(() => undefined)
  }
}
