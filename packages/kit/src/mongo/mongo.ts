import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
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

/**
 * Creates the declared collections and indexes; safe on several replicas. An index whose options have changed (a
 * retention period, for example) is dropped and created again, which the role readWrite may do and `collMod` is not
 * part of.
 */
export async function syncIndexes(connection: Connection): Promise<void> {
  for (const [name, declared] of declaredOn(connection)) {
    // one collection may be declared by two stores
    const indexes = declared.filter(
      (one, at) => declared.findIndex((other) => isDeepStrictEqual(one, other)) === at,
    )
    const stored = connection.collection(name)
    // the stand-in database of local starts refuses to delete from a missing collection
    if (indexes.length === 0) await connection.createCollection(name).catch(ignoreExisting)
    else
      await stored.createIndexes(indexes).catch(async (error: unknown) => {
        if (!isOtherIndex(error)) throw error
        for (const index of indexes) await replaceIndex(stored, index)
      })
  }
}

/** IndexOptionsConflict and IndexKeySpecsConflict. */
const isOtherIndex = (error: unknown): boolean =>
  error instanceof mongoose.mongo.MongoServerError && (error.code === 85 || error.code === 86)

async function replaceIndex(stored: Indexed, index: mongoose.mongo.IndexDescription): Promise<void> {
  try {
    await stored.createIndexes([index])
  } catch (error) {
    if (!isOtherIndex(error)) throw error
    const given = Object.entries(index.key)
    const name = index.name ?? given.flat().join('_')
    const present = (await stored.indexes()).find(
      (one) => one['name'] === name || isDeepStrictEqual(Object.entries(one['key']), given),
    )
    // another replica may be faster
    if (present) await stored.dropIndex(String(present['name'])).catch(ignoreMissing)
    await stored.createIndexes([index])
  }
}

type Indexed = Pick<mongoose.mongo.Collection, 'createIndexes' | 'indexes' | 'dropIndex'>

function ignoreMissing(error: unknown): void {
  if (!(error instanceof mongoose.mongo.MongoServerError && error.codeName === 'IndexNotFound')) throw error
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

/** Whether an insert succeeded; false when its id, or of several one, or another unique key exists. */
export async function inserted(insert: Promise<unknown>): Promise<boolean> {
  try {
    await insert
    return true
  } catch (error) {
    if (!isDuplicateKey(error)) throw error
    const other = otherFailure(error)
    if (other) throw other
    return false
  }
}

/** An unordered insert has the code of its first failure only. */
function otherFailure(error: unknown): Error | null {
  if (!(error instanceof mongoose.mongo.MongoBulkWriteError)) return null
  const other = [error.writeErrors].flat().find(({ code }) => code !== duplicateKey)
  if (other) return Object.assign(new Error(other.errmsg, { cause: error }), { code: other.code })
  const unsure = error.result.getWriteConcernError()
  return unsure ? Object.assign(new Error(unsure.errmsg, { cause: error }), { code: unsure.code }) : null
}

const duplicateKey = 11000

/** True for a duplicate key (E11000). */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === duplicateKey
}
