import { appendFileSync, existsSync } from 'node:fs'
import { declaredOn } from '@darsi/kit/mongo/collection.ts'
import { readsOf } from '@darsi/kit/testing/indexes/explain.ts'
import { queriesOf, shapeOf } from '@darsi/kit/testing/indexes/queries.ts'
import { isServed, selectionsOf } from '@darsi/kit/testing/indexes/served.ts'
import mongoose, { type mongo } from 'mongoose'

// Loaded by each service of `npm run bench -- growth` before its own code: while the file QUERY_RECORD exists, every
// query is appended to it with the gate's verdict.
const file = process.env['QUERY_RECORD'] ?? ''
let isRecording = false
setInterval(() => {
  isRecording = existsSync(file)
}, 100).unref()

const { openUri } = mongoose.Connection.prototype
mongoose.Connection.prototype.openUri = async function recorded(uri, options) {
  const connection = await openUri.call(this, uri, { ...options, monitorCommands: true })
  connection.getClient().on('commandStarted', ({ command, databaseName }: mongo.CommandStartedEvent) => {
    if (!isRecording || databaseName !== connection.name) return
    const reads = readsOf(command)
    for (const [index, query] of queriesOf(command).entries()) {
      const read = reads[index]
      if (!read) continue
      const indexes = declaredOn(connection).get(query.collection) ?? []
      const [served, selections] = [isServed(query, indexes), selectionsOf(query, indexes)]
      const line = { database: databaseName, shape: shapeOf(query), served, selections, read }
      appendFileSync(file, `${mongoose.mongo.BSON.EJSON.stringify(line)}\n`)
    }
  })
  return connection
}
