import mongoose, { type Connection } from 'mongoose'
import { isTransient } from '../events/failure.ts'
import { sleep } from '../kafka/turn.ts'
import type { Log } from '../observability/log.ts'
import { type Collection, declaredOn, documentsOf } from './collection.ts'

/**
 * Connects to this service's own database, however long it takes to come up. Writes are acknowledged after they are on
 * disk (`w: majority, j: true`): what a caller was told is kept when the server is killed.
 */
export async function connectMongo(
  url: string,
  dbName: string,
  log?: Pick<Log, 'warn'>,
): Promise<Connection> {
  const connection = mongoose.createConnection()
  connection.set('sanitizeFilter', true)
  connection.set('strictQuery', 'throw')
  for (;;) {
    try {
      return await connection.openUri(url, {
        dbName,
        autoIndex: false,
        ...limits,
        writeConcern: { w: 'majority', journal: true },
      })
    } catch (error) {
      log?.warn({ err: error }, 'database: not yet')
      await sleep(500)
    }
  }
}

/**
 * A caller waits 2 s for a server or a connection, and gets a 503 then. A server that was stopped closes no connection:
 * its monitor notices within 7 s and cuts those in use.
 */
const limits = {
  serverSelectionTimeoutMS: 2000,
  waitQueueTimeoutMS: 2000,
  heartbeatFrequencyMS: 2000,
  connectTimeoutMS: 5000,
  socketTimeoutMS: 30_000,
  maxPoolSize: 50,
}

/** Creates the declared indexes, however long the server builds them: a repeated command waits for the same build. */
export async function syncIndexesPatiently(connection: Connection, log: Pick<Log, 'warn'>): Promise<void> {
  for (;;) {
    try {
      return await syncIndexes(connection)
    } catch (error) {
      if (!isTransient(error)) throw error
      log.warn({ err: error }, 'indexes: not yet')
      await sleep(1000)
    }
  }
}

/** Creates the declared collections and indexes; safe to run from several replicas. */
export async function syncIndexes(connection: Connection): Promise<void> {
  for (const model of Object.values(connection.models)) await model.createIndexes()
  for (const [name, indexes] of declaredOn(connection)) {
    if (indexes.length > 0) await connection.collection(name).createIndexes([...indexes])
    // the stand-in database of local starts refuses to delete from a collection that is not there
    else await connection.createCollection(name).catch(ignoreExisting)
  }
}

function ignoreExisting(error: unknown): void {
  if (!(error instanceof mongoose.mongo.MongoServerError && error.codeName === 'NamespaceExists')) throw error
}

/** Rejects when the database does not answer: for `/readyz`. */
export async function pingMongo(connection: Connection): Promise<void> {
  if (connection.readyState !== 1) throw new Error('database not connected')
  await connection.db?.command({ ping: 1 })
}

/**
 * Inserts a document without its undefined fields.
 * @returns false when its id or another unique key is there already
 */
export function insertOnce<T extends { _id: string }>(
  collection: Collection<T>,
  document: T,
): Promise<boolean> {
  return inserted(documentsOf<T>(collection).insertOne(document, { ignoreUndefined: true }))
}

/** Whether what is inserted was not there already, under its id or another unique key. */
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
