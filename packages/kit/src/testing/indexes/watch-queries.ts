import mongoose, { type mongo } from 'mongoose'
import { declaredOn } from '../../mongo/collection.ts'
import { queriesOf, shapeOf } from './queries.ts'
import { isServed } from './served.ts'

type Seen = (shape: string) => void

/**
 * Reports each query of this process's connections for which MongoDB would read the whole collection, because no
 * declared index serves it. Declared indexes are compared, because the local database server scans for nearly every
 * filter. Call it before the first connection.
 */
export function watchQueries(seen: Seen): void {
  const { openUri } = mongoose.Connection.prototype
  mongoose.Connection.prototype.openUri = async function watched(uri, options) {
    const connection = await openUri.call(this, uri, { ...options, monitorCommands: true })
    connection.getClient().on('commandStarted', ({ command, databaseName }: mongo.CommandStartedEvent) => {
      if (databaseName !== connection.name) return
      for (const query of queriesOf(command)) {
        if (!isServed(query, declaredOn(connection).get(query.collection) ?? [])) seen(shapeOf(query))
      }
    })
    return connection
  }
}
