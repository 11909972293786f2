import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'

/** Ids that follow one request or event through logs, events and calls. */
export type Context = { correlationId?: string; traceparent?: string; userId?: string; eventId?: string }

const storage = new AsyncLocalStorage<Context>()

export function currentContext(): Context {
  return storage.getStore() ?? {}
}

export function withContext<T>(context: Context, run: () => T): T {
  return storage.run(context, run)
}

const traceparentPattern = /^00-([0-9a-f]{32})-[0-9a-f]{16}-([0-9a-f]{2})$/

/** The next hop of a W3C trace: same trace id, new span id; a new trace when there is none. */
export function nextTraceparent(incoming: string | undefined): string {
  const match = traceparentPattern.exec(incoming ?? '')
  const trace = match?.[1] ?? randomBytes(16).toString('hex')
  return `00-${trace}-${randomBytes(8).toString('hex')}-${match?.[2] ?? '01'}`
}
