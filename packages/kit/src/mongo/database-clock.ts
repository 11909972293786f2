import type { Connection } from 'mongoose'
import type { Log } from '../observability/log.ts'
import { repeat } from '../repeat.ts'

const everyMs = 30_000

type DatabaseClock = { now: () => number; date: () => Date; stop: () => Promise<void> }

type Options = {
  /** The server's time; null when it is not available. */
  read: () => Promise<Date | null>
  log: Pick<Log, 'warn'>
  /** A clock that changes of the machine's time do not affect. */
  monotonic?: () => number
}

/**
 * The database's time, shared by all processes. Leases and due times use it, so that a wrong or jumping clock of one
 * machine neither lets two processes work at once nor hides work for hours.
 */
export async function createDatabaseClock({
  read,
  log,
  monotonic = () => performance.now(),
}: Options): Promise<DatabaseClock> {
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
    failed: 'the time of the database is not known anew',
  })
  const now = () => Math.round(offset + monotonic())
  return { now, date: () => new Date(now()), stop }
}

export async function timeOf(connection: Connection): Promise<Date | null> {
  const answer = await connection.db?.command({ hello: 1 })
  const time: unknown = answer?.['localTime']
  return time instanceof Date ? time : null
}
