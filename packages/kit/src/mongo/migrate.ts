import { setTimeout as sleep } from 'node:timers/promises'
import type { Connection } from 'mongoose'
import type { Log } from '../observability/log.ts'
import { collection, type Filter } from './collection.ts'
import { inserted } from './mongo.ts'

/**
 * One change of stored data. It only adds or recomputes data that older code ignores or can read, can be restarted at
 * any point, and writes a document only if it did not change since it was read.
 */
export type Migration = {
  /** Date and purpose, never reused: `2026-11-21-search-names`. */
  id: string
  /** @param alive called between batches: renews the lease, and throws when it was lost */
  run: (alive: () => Promise<void>) => Promise<{ changed: number }>
}

type Note = {
  _id: string
  state: 'running' | 'done'
  owner: string
  leaseUntil: Date
  doneAt?: Date
  changed?: number
  /** When it runs a second time, for rows that another release wrote meanwhile. */
  againAt?: Date | null
}

/** The operations needed on the collection of migration states. */
export type Notes = {
  findOne(filter: { _id: string }): Promise<Note | null>
  insertOne(note: Note): Promise<unknown>
  updateOne(filter: object, update: object): Promise<{ matchedCount: number }>
}

/** The migration states of one service. */
export function notesIn(connection: Connection, name = 'migrations'): Notes {
  return collection<Note>(connection, name)
}

type Options = {
  notes: Notes
  migrations: readonly Migration[]
  /** Names this process among its replicas. */
  owner: string
  log: Pick<Log, 'info' | 'warn'>
  stop?: AbortSignal
  now?: () => number
  wait?: (ms: number) => Promise<unknown>
  /** Called after each attempt: whether the migration failed in this process. */
  attempted?: (id: string, hasFailed: boolean) => void
  leaseMs?: number
  /** How long processes of different releases may run side by side. */
  overlapMs?: number
}

/**
 * Runs each migration in order, on one replica at a time: the holder of the lease works, the others wait and take over
 * when it dies. Migrations run while the service serves, so no code may depend on their end. During an upgrade two
 * releases write at the same time, so each migration runs a second time after `overlapMs`.
 */
export async function migrate(options: Options): Promise<void> {
  const { migrations, wait = sleep, now = Date.now, stop } = options
  let again = 0
  do {
    while (!stop?.aborted && now() < again) await wait(1000)
    again = Number.POSITIVE_INFINITY
    for (const migration of migrations) again = Math.min(again, await done(options, migration))
  } while (again < Number.POSITIVE_INFINITY)
}

/** @returns when it runs again, in ms since 1970; infinity for never */
async function done(options: Options, migration: Migration): Promise<number> {
  const { wait = sleep, log, stop, attempted } = options
  while (!stop?.aborted) {
    try {
      const note = await attempt(options, migration)
      attempted?.(migration.id, false)
      if (note) return note.againAt?.getTime() ?? Number.POSITIVE_INFINITY
    } catch (error) {
      log.warn({ err: error, migration: migration.id }, 'migration not done yet')
      attempted?.(migration.id, true)
    }
    await wait(1000)
  }
  return Number.POSITIVE_INFINITY
}

/** @returns its state when there is nothing to do now */
async function attempt(options: Options, { id, run }: Migration): Promise<Pick<Note, 'againAt'> | null> {
  const { notes, owner, log, stop, now = Date.now, leaseMs = 60_000, overlapMs = 15 * 60_000 } = options
  const lease = () => new Date(now() + leaseMs)
  const before = await notes.findOne({ _id: id })
  if (before?.state === 'done' && !(before.againAt && before.againAt.getTime() <= now())) return before
  if (!(await take(notes, id, owner, new Date(now()), lease()))) return null
  const mine = { _id: id, owner, state: 'running' }
  const alive = async () => {
    stop?.throwIfAborted()
    const { matchedCount } = await notes.updateOne(
      { ...mine, leaseUntil: { $gt: new Date(now()) } },
      { $set: { leaseUntil: lease() } },
    )
    if (matchedCount === 0) throw new Error(`${id}: another process has taken it over`)
  }
  log.info({ migration: id }, 'migration begins')
  try {
    const { changed } = await run(alive)
    await alive()
    // the second time is the last
    const againAt = before?.againAt ? null : new Date(now() + overlapMs)
    await notes.updateOne(mine, { $set: { state: 'done', doneAt: new Date(now()), changed, againAt } })
    log.info({ migration: id, changed }, 'migration done')
    return { againAt }
  } catch (error) {
    await notes.updateOne(mine, { $set: { leaseUntil: new Date(now()) } })
    throw error
  }
}

async function take(notes: Notes, id: string, owner: string, now: Date, leaseUntil: Date): Promise<boolean> {
  if (await inserted(notes.insertOne({ _id: id, state: 'running', owner, leaseUntil }))) return true
  const free = {
    _id: id,
    $or: [
      { state: 'running', leaseUntil: { $lte: now } },
      { state: 'done', againAt: { $lte: now } },
    ],
  }
  const taken = { $set: { state: 'running', owner, leaseUntil } }
  return (await notes.updateOne(free, taken)).matchedCount === 1
}

type Rows<D> = { find(filter: object, options: object): { toArray(): Promise<D[]> } }
type Chosen<D extends { _id: string }> = {
  filter?: Filter<D>
  projection?: { readonly [F in keyof D & string]?: 1 }
  /** As a migration gets it; called after each batch. */
  alive: () => Promise<void>
}
const batch = 200

/**
 * Changes rows in the order of their ids.
 * @param change returns whether it changed the row
 */
export async function changeRows<D extends { _id: string }>(
  rows: Rows<D>,
  { filter, projection, alive }: Chosen<D>,
  change: (row: D) => Promise<boolean>,
): Promise<{ changed: number }> {
  let changed = 0
  for (let after = ''; ; await alive()) {
    const options = { sort: { _id: 1 }, limit: batch, projection }
    const found = await rows.find({ ...filter, _id: { $gt: after } }, options).toArray()
    for (const row of found) if (await change(row)) changed++
    const last = found.at(-1)
    if (!last) return { changed }
    after = last._id
  }
}
