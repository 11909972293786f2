import { AsyncLocalStorage } from 'node:async_hooks'

/** Ids that connect the logs, events and calls of one request or event. */
type Context = {
  correlationId?: string
  traceparent?: string
  userId?: string
  eventId?: string
  /** When the event happened; a restored outbox publishes it much later. */
  eventTime?: string
}

const storage = new AsyncLocalStorage<Context>()

export function currentContext(): Context {
  return storage.getStore() ?? {}
}

export function withContext<T>(context: Context, run: () => T): T {
  return storage.run(context, run)
}
