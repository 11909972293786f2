import type { Server, ServerResponse } from 'node:http'
import { Server as TcpServer } from 'node:net'
import type { Logger } from 'pino'

export type Stoppable = { name: string; stop: () => Promise<unknown> | unknown }

/**
 * Runs the steps in order on SIGTERM or SIGINT and exits within 30 s. An unhandled rejection or uncaught exception is
 * logged and ends the process: a crash loses nothing, continuing in an unknown state might.
 */
export function stopGracefully(log: Logger, steps: readonly Stoppable[]): void {
  let stopping = false
  const stop = async (signal: string) => {
    if (stopping) return
    stopping = true
    log.info({ signal }, 'stopping')
    setTimeout(() => process.exit(1), 30_000).unref()
    for (const step of steps) {
      try {
        await step.stop()
      } catch (error) {
        log.error({ err: error, step: step.name }, 'a part did not stop cleanly')
      }
    }
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  for (const event of ['unhandledRejection', 'uncaughtException']) {
    process.on(event, (error) => {
      log.fatal({ err: error }, event)
      process.exit(1)
    })
  }
}

/** Refuses new connections, lets running requests finish, closes idle keep-alive connections. */
export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    // a busy connection becomes idle, not closed, after its answer
    const sweep = setInterval(() => server.closeIdleConnections(), 50)
    server.close(() => {
      clearInterval(sweep)
      resolve()
    })
    server.closeIdleConnections()
  })
}

// longer than the gateway keeps an unused connection (gateway/src/proxy.ts)
const drainMs = 6000

/**
 * Stops a server without losing a request: new connections are refused at once, so callers use the next address; open
 * ones end with their next answer, or when the caller stops using them. Closing an idle one at once would lose a
 * request that is on its way.
 */
export function drainServer(server: Server, patienceMs = drainMs): Promise<void> {
  server.prependListener('request', (_request, response: ServerResponse) => {
    response.shouldKeepAlive = false
  })
  return new Promise((resolve) => {
    const timer = setTimeout(() => closeServer(server).then(resolve), patienceMs)
    // http's own close would close the idle connections
    TcpServer.prototype.close.call(server, () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
