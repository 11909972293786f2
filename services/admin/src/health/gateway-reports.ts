import { gatewayReportSchema, type Health, isReportFresh } from '@darsi/contracts/calls/health.ts'
import type { Redis } from 'ioredis'

/**
 * Reads the reports of the gateway's processes from Redis: the gateway has no access to Kafka, and a call to its metrics
 * would reach only one of its processes.
 */
export function createGatewayReports(redis: Pick<Redis, 'hvals'>, key: string) {
  return async (now: Date): Promise<Health['gateway']> => {
    const values = await redis.hvals(key).catch(() => [])
    const reports = values.map((value) => gatewayReportSchema.parse(JSON.parse(value)))
    const fresh = reports.filter(({ at }) => isReportFresh(new Date(at), now))
    if (fresh.length === 0) return null
    return { processes: fresh.length, refusals: fresh.reduce((sum, { refusals }) => sum + refusals, 0) }
  }
}

export type GatewayReports = ReturnType<typeof createGatewayReports>
