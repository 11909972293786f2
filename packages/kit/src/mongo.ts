import mongoose, { type Connection } from 'mongoose'
import type { Log } from './log.ts'
import { sleep } from './turn.ts'

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
        serverSelectionTimeoutMS: 5000,
        socketTimeoutMS: 30_000,
        maxPoolSize: 50,
        writeConcern: { w: 'majority', journal: true },
      })
    } catch (error) {
      log?.warn({ err: error }, 'database: not yet')
      await sleep(500)
    }
  }
}

/** Creates the declared indexes; safe to run from several replicas. */
export async function syncIndexes(connection: Connection): Promise<void> {
  for (const model of Object.values(connection.models)) await model.createIndexes()
}

/** Rejects when the database does not answer: for `/readyz`. */
export async function pingMongo(connection: Connection): Promise<void> {
  if (connection.readyState !== 1) throw new Error('database not connected')
  await connection.db?.command({ ping: 1 })
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
