import type { Redis } from 'ioredis'
import type { Connection } from 'mongoose'
import type { Logger } from 'pino'
import { repeat } from './repeat.ts'

const everyMs = 30_000

type ServerClock = { now: () => number; date: () => Date; stop: () => Promise<void> }

type Options = {
  /** The server's time; null when it is not available. */
  read: () => Promise<Date | null>
  log: Pick<Logger, 'warn'>
  /** A clock that changes of the machine's time do not affect. */
  monotonic?: () => number
}

/**
 * The time of a server that all processes use: the database, at the gateway Redis. Leases, due times and the lives of
 * tokens use it, so that a wrong or jumping clock of one machine neither lets two processes work at once, nor hides work
 * for hours, nor refuses callers.
 */
export async function createServerClock({
  read,
  log,
  monotonic = () => performance.now(),
}: Options): Promise<ServerClock> {
  let offset = Date.now() - monotonic()
  const synchronize = async () => {
    const asked = monotonic()
    const time = await read()
    const answered = monotonic()
    if (time) offset = time.getTime() - (asked + answered) / 2
  }
  await synchronize()
  const stop = repeat({
    everyMs,
    work: synchronize,
    log,
    failed: 'the time of the server is not known anew',
  })
  const now = () => Math.round(offset + monotonic())
  return { now, date: () => new Date(now()), stop }
}

export async function databaseTime(connection: Connection): Promise<Date | null> {
  const answer = await connection.db?.command({ hello: 1 })
  const time: unknown = answer?.['localTime']
  return time instanceof Date ? time : null
}

/** Null when Redis does not answer: the gateway starts without it. */
export async function redisTime(redis: Pick<Redis, 'time'>): Promise<Date | null> {
  const answer = await redis.time().catch(() => null)
  if (!answer) return null
  const [seconds, microseconds] = answer.map(Number)
  return new Date((seconds ?? 0) * 1000 + (microseconds ?? 0) / 1000)
}
