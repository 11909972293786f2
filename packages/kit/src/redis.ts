import { Redis } from 'ioredis'
import type { Log } from './log.ts'

/**
 * A Redis client for request paths: a command fails after one retry instead of waiting for the server.
 * BullMQ workers need `maxRetriesPerRequest: null` and say so.
 */
export function connectRedis(url: string, log: Log, maxRetriesPerRequest: number | null = 1): Redis {
  const redis = new Redis(url, {
    maxRetriesPerRequest,
    enableReadyCheck: true,
    connectTimeout: 5000,
    retryStrategy: (attempt) => Math.min(100 * attempt, 1000),
  })
  let reported = false
  redis.on('error', (error) => {
    if (!reported) log.warn({ err: error }, 'redis not reachable')
    reported = true
  })
  redis.on('ready', () => {
    reported = false
  })
  return redis
}
