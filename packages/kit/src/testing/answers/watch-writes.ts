import { AsyncLocalStorage } from 'node:async_hooks'
import type { RequestListener } from 'node:http'
import mongoose, { type mongo } from 'mongoose'
import { changedBy } from './changed-by.ts'

/** What one call wrote: the number of documents that matched or were inserted, for each write command. */
type Written = { command: string; documents: number }

const calls = new AsyncLocalStorage<Written[]>()
let report: (key: string, written: readonly Written[]) => void = () => {}

/**
 * Reports each call that is served through `followWrites` and answers 2xx to another method than GET, with its writes to
 * MongoDB. Call it before the first connection.
 */
export function watchWrites(answered: typeof report): void {
  report = answered
  const { openUri } = mongoose.Connection.prototype
  mongoose.Connection.prototype.openUri = async function watched(uri, options) {
    const connection = await openUri.call(this, uri, { ...options, monitorCommands: true })
    const client = connection.getClient()
    const names = new Map<number, string>()
    client.on('commandStarted', ({ requestId, command, commandName }: mongo.CommandStartedEvent) => {
      if (calls.getStore()) names.set(requestId, `${commandName} ${command[commandName]}`)
    })
    client.on('commandSucceeded', ({ requestId, commandName, reply }: mongo.CommandSucceededEvent) => {
      const documents = changedBy(commandName, reply as Record<string, unknown>)
      const command = names.get(requestId) ?? commandName
      names.delete(requestId)
      if (documents !== null) calls.getStore()?.push({ command, documents })
    })
    return connection
  }
}

/** The app with its writes counted for each request. */
export function followWrites(app: RequestListener): RequestListener {
  return (request, response) => {
    const written: Written[] = []
    response.on('finish', () => {
      // `as`: Express adds its locals to the answer
      const { locals } = response as typeof response & { locals?: Record<string, unknown> }
      const route = locals?.['route']
      const isDone = response.statusCode >= 200 && response.statusCode < 300
      // HEAD runs the route of GET; calls of other servers have none
      if (isDone && typeof route === 'string' && !route.startsWith('GET ')) report(route, written)
    })
    calls.run(written, () => app(request, response))
  }
}
