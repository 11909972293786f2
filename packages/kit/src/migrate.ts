import type { Connection } from 'mongoose'
import type { Log } from './log.ts'
import { isDuplicateKey } from './mongo.ts'
import { sleep } from './turn.ts'

/**
 * One change of stored data. It only adds or recomputes what the code before it ignores or can read, may be repeated
 * from its beginning at any point, and writes a document only if it is still the one that was read.
 */
export type Migration = {
  /** Date and purpose; never used again: `2026-11-21-search-names`. */
  id: string
  /** @param alive to be called between batches: keeps others away, and throws once we have lost the turn */
  run: (alive: () => Promise<void>) => Promise<{ changed: number }>
}

type Note = {
  _id: string
  state: 'running' | 'done'
  owner: string
  leaseUntil: Date
  doneAt?: Date
  changed?: number
}

/** The few operations that are asked of the collection that keeps the notes. */
export type Notes = {
  findOne(filter: { _id: string }): Promise<Note | null>
  insertOne(note: Note): Promise<unknown>
  updateOne(filter: object, update: object): Promise<{ matchedCount: number }>
}

/** Where a service notes its own. */
export function notesIn(connection: Connection): Notes {
  // `as`: a collection has these operations; ids are texts of ours
  return connection.collection('migrations') as unknown as Notes
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
  leaseMs?: number
}

/**
 * Runs each migration once, in order, whatever the number of replicas: the one that has the lease works, the others
 * wait for it, and take over when it dies. It runs beside the traffic: no code may need it to be finished.
 */
export async function migrate(options: Options): Promise<void> {
  const { migrations, wait = sleep, stop } = options
  for (const migration of migrations) {
    while (!stop?.aborted && !(await attempt(options, migration))) await wait(1000)
  }
}

/** @returns true when it is done, by us or by another */
async function attempt(options: Options, { id, run }: Migration): Promise<boolean> {
  const { notes, owner, log, stop, now = Date.now, leaseMs = 60_000 } = options
  const lease = () => new Date(now() + leaseMs)
  const before = await notes.findOne({ _id: id })
  if (before?.state === 'done') return true
  if (!(await take(notes, id, owner, new Date(now()), lease()))) return false
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
    await notes.updateOne(mine, { $set: { state: 'done', doneAt: new Date(now()), changed } })
    log.info({ migration: id, changed }, 'migration done')
    return true
  } catch (error) {
    log.warn({ err: error, migration: id }, 'migration not done yet')
    await notes.updateOne(mine, { $set: { leaseUntil: new Date(now()) } })
    return false
  }
}

async function take(notes: Notes, id: string, owner: string, now: Date, leaseUntil: Date): Promise<boolean> {
  try {
    await notes.insertOne({ _id: id, state: 'running', owner, leaseUntil })
    return true
  } catch (error) {
    if (!isDuplicateKey(error)) throw error
  }
  const free = { _id: id, state: 'running', leaseUntil: { $lte: now } }
  return (await notes.updateOne(free, { $set: { owner, leaseUntil } })).matchedCount === 1
}
