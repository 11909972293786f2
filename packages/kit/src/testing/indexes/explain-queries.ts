import mongoose, { type mongo } from 'mongoose'
import { explain, readsOf } from './explain.ts'
import { queriesOf, shapeOf } from './queries.ts'

/**
 * Explains each new query of this process's connections on its own server and reports those that read the whole
 * collection there. Only MongoDB's own planner says this: the local database server scans for nearly every filter. Call
 * it before the first connection.
 * @returns a function that waits until everything seen so far is explained
 */
export function explainQueries(scanned: (shape: string) => void): () => Promise<unknown> {
  const { openUri } = mongoose.Connection.prototype
  const seen = new Set<string>()
  const explaining = new Set<Promise<void>>()
  const look = async (connection: mongoose.Connection, shape: string, read: object) => {
    try {
      if (!connection.db) return
      const { stages } = await explain(connection.db, { ...read }, 'queryPlanner')
      if (stages.includes('COLLSCAN')) scanned(shape)
    } catch (error) {
      // a test has closed its connection meanwhile: a later test shows the same query
      if (!(error instanceof mongoose.mongo.MongoServerError)) seen.delete(shape)
      else scanned(`${shape}: ${error.message}`)
    }
  }
  mongoose.Connection.prototype.openUri = async function explained(uri, options) {
    const connection = await openUri.call(this, uri, { ...options, monitorCommands: true })
    connection.getClient().on('commandStarted', ({ command, databaseName }: mongo.CommandStartedEvent) => {
      if (databaseName !== connection.name) return
      const reads = readsOf(command)
      for (const [index, query] of queriesOf(command).entries()) {
        const [shape, read] = [shapeOf(query), reads[index]]
        if (!read || Object.keys(query.filter).length === 0 || seen.has(shape)) continue
        seen.add(shape)
        const looking: Promise<void> = look(connection, shape, read).finally(() => explaining.delete(looking))
        explaining.add(looking)
      }
    })
    return connection
  }
  return () => Promise.all(explaining)
}
