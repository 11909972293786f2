import { setTimeout as sleep } from 'node:timers/promises'
import mongoose, { type Connection } from 'mongoose'
import { isTransient } from '../failure.ts'
import type { Log } from '../observability/log.ts'
import { type Collection, declaredOn, documentsOf } from './collection.ts'
import { patchPoolCheck } from './pool-patch.ts'

patchPoolCheck()

/**
 * Connects to this service's own database and waits until it is available. Writes are acknowledged when they are on
 * disk (`w: majority, j: true`), so a killed server loses no acknowledged write. One that no majority has within 10 s
 * fails like one whose answer got lost: it may still take effect.
 */
export async function connectMongo(
  url: string,
  dbName: string,
  log?: Pick<Log, 'warn'>,
): Promise<Connection> {
  const connection = mongoose.createConnection()
  for (;;) {
    try {
      return await connection.openUri(url, {
        dbName,
        autoIndex: false,
        ...limits,
        writeConcern: { w: 'majority', journal: true, wtimeoutMS: 10_000 },
      })
    } catch (error) {
      log?.warn({ err: error }, 'database: not yet')
      await sleep(500)
    }
  }
}

/**
 * A caller gets a 503 within 2 s: a call waits 1.5 s for a server, or for a connection to a known one. The driver has no
 * deadline for both (`timeoutMS` has no effect in 7.8); a call waits for both only when the server fails again in that
 * moment. A primary that hands over is usually replaced within 1 s; one that crashed after 10 s, which no call can
 * wait for. A stopped server closes no connection: the monitor notices within 7 s and closes those in use.
 */
const limits: mongoose.ConnectOptions = {
  serverSelectionTimeoutMS: 1500,
  waitQueueTimeoutMS: 1500,
  heartbeatFrequencyMS: 2000,
  // streaming takes two connections and twice the CPU; a call that meets a demoted primary asks at once
  serverMonitoringMode: 'poll',
  connectTimeoutMS: 5000,
  socketTimeoutMS: 30_000,
  maxPoolSize: 50,
}

/**
 * Repeats a step until the database answers. The step must be repeatable. A start that ended the process instead would
 * be restarted at once, and an outage of minutes would become a crash loop.
 */
export async function untilAvailable<T>(
  what: string,
  log: Pick<Log, 'warn'>,
  step: () => Promise<T>,
): Promise<T> {
  for (;;) {
    try {
      return await step()
    } catch (error) {
      if (!isTransient(error)) throw error
      log.warn({ err: error }, `${what}: not yet`)
      await sleep(1000)
    }
  }
}

/** Creates the declared collections and indexes; safe on several replicas. */
export async function syncIndexes(connection: Connection): Promise<void> {
  for (const [name, indexes] of declaredOn(connection)) {
    if (indexes.length > 0) await connection.collection(name).createIndexes([...indexes])
    // the stand-in database of local starts refuses to delete from a missing collection
    else await connection.createCollection(name).catch(ignoreExisting)
  }
}

function ignoreExisting(error: unknown): void {
  if (!(error instanceof mongoose.mongo.MongoServerError && error.codeName === 'NamespaceExists')) throw error
}

/** Rejects when the database does not answer; used by `/readyz`. */
export async function pingMongo(connection: Connection): Promise<void> {
  if (connection.readyState !== 1) throw new Error('database not connected')
  await connection.db?.command({ ping: 1 })
}

/** Inserts a document without its undefined fields. @returns false when its id or another unique key exists */
export function insertOnce<T extends { _id: string }>(
  collection: Collection<T>,
  document: T,
): Promise<boolean> {
  return inserted(documentsOf<T>(collection).insertOne(document, { ignoreUndefined: true }))
}

/** Whether an insert succeeded; false when its id or another unique key exists. */
export async function inserted(insert: Promise<unknown>): Promise<boolean> {
  try {
    await insert
    return true
  } catch (error) {
    if (isDuplicateKey(error)) return false
    throw error
  }
}

/** True for a duplicate key (E11000). */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 11000
}
