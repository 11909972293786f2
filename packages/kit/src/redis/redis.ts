import { type Command, Redis, type RedisOptions } from 'ioredis'
import type { Log } from '../observability/log.ts'
import { redisAddress } from './redis-address.ts'

type Options = {
  /** Time-out of one command. */
  commandTimeoutMs?: number
  /**
   * For BullMQ workers and subscribers: their commands wait until the server is back. BullMQ blocks on a duplicate,
   * which gets only the options of this client; without `socketTimeout` it would wait for a stopped server for ever.
   */
  isPatient?: boolean
}

const lookMs = 1000
/** Of clients for which no request waits. */
const patientLookMs = 2000
const handshakeMs = 5000
// longer than BullMQ lets a command block
const blockingMs = 12_000

/**
 * A Redis client for request paths: a command fails after `commandTimeoutMs` while the server hangs, and at once while
 * no connection is ready. Silent connections and connections to a demoted server are replaced.
 */
export function connectRedis(
  url: string,
  log: Pick<Log, 'warn'>,
  { commandTimeoutMs = 1000, isPatient = false }: Options = {},
): Redis {
  const redis = new RequestRedis({
    ...redisAddress(url),
    ...(isPatient
      ? { maxRetriesPerRequest: null, socketTimeout: blockingMs }
      : { maxRetriesPerRequest: 1, commandTimeout: commandTimeoutMs }),
    ...reconnecting,
    // the default, for the compiler
    replyMapping: 'legacy',
  })
  let isReported = false
  redis.on('error', (error) => {
    if (!isReported) log.warn({ err: error }, 'redis not reachable')
    isReported = true
  })
  redis.on('ready', () => {
    isReported = false
    // commands wait for the first connection only
    if (!isPatient) redis.options.enableOfflineQueue = false
  })
  leaveSilentConnections(redis, isPatient ? patientLookMs : lookMs)
  return redis
}

/** How a client finds its server again; also for a library that makes its own clients. */
export const reconnecting: RedisOptions = {
  enableReadyCheck: true,
  connectTimeout: 5000,
  keepAlive: 10_000,
  retryStrategy: (attempt) => Math.min(100 * attempt, 1000),
  sentinelRetryStrategy: (attempt) => Math.min(100 * attempt, 1000),
  // a stopped Sentinel: ask the next one
  sentinelCommandTimeout: 1000,
  // a demoted server: reconnect to the new primary and repeat the command there
  reconnectOnError: (error) => (error.message.includes('READONLY') ? 2 : false),
}

/**
 * The time-out of a command does not fail an answer that has arrived and is unread because this process was busy: what
 * has arrived is read between a timer and an immediate.
 */
class RequestRedis extends Redis {
  override sendCommand(command: Command, stream?: Parameters<Redis['sendCommand']>[1]): unknown {
    command.setTimeout = (ms) => {
      const fail = () => setImmediate(() => command.reject(new Error('Command timed out')))
      const timer = setTimeout(fail, ms)
      const stop = () => clearTimeout(timer)
      command.promise.then(stop, stop)
    }
    return super.sendCommand(command, stream)
  }
}

/** What is needed of a client; a library may bring its own version of ioredis. */
type Watched = {
  readonly status: string
  readonly stream: Redis['stream']
  ping: () => Promise<unknown>
  once: (event: 'end', listener: () => void) => unknown
}

/**
 * Closes silent connections. A stopped server, or a network that drops packets, closes none, so commands would wait for
 * the TCP time-out.
 */
export function leaveSilentConnections(redis: Watched, everyMs = patientLookMs): void {
  let last = performance.now()
  let asked: { stream: Redis['stream']; bytesRead: number; at: number } | null = null
  const look = () => {
    const now = performance.now()
    // this process itself was paused: the answer may have arrived unread
    const wasPaused = now - last > 2 * everyMs
    last = now
    const { status, stream } = redis
    if (status !== 'ready' && status !== 'connect') {
      asked = null
      return
    }
    const isSilent = asked?.stream === stream && asked.bytesRead === stream.bytesRead
    const patience = status === 'ready' ? 0 : handshakeMs
    if (isSilent && wasPaused) return
    if (asked && isSilent && now - asked.at < patience) return
    if (isSilent) stream.destroy(new Error('Redis does not answer'))
    asked = isSilent ? null : { stream, bytesRead: stream.bytesRead, at: now }
    if (asked && status === 'ready') redis.ping().catch(() => undefined)
  }
  // as above: an answer that was not read yet is no silence
  const timer = setInterval(() => setImmediate(look), everyMs)
  timer.unref()
  redis.once('end', () => clearInterval(timer))
}
