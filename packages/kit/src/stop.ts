import type { Server, ServerResponse } from 'node:http'
import { Server as TcpServer } from 'node:net'
import type { Log } from './observability/log.ts'

export type Stoppable = { name: string; stop: () => Promise<unknown> | unknown }

/**
 * Runs the steps in order on SIGTERM or SIGINT and exits within 30 s.
 * Anything unexpected (unhandled rejection, uncaught exception) is logged and ends the process:
 * a crash loses nothing, going on in an unknown state might.
 */
export function stopGracefully(log: Log, steps: readonly Stoppable[]): void {
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
    // a connection that is busy now is idle, not closed, after its answer
    const sweep = setInterval(() => server.closeIdleConnections(), 50)
    server.close(() => {
      clearInterval(sweep)
      resolve()
    })
    server.closeIdleConnections()
  })
}

// longer than the gateway keeps a connection that it does not use (gateway/src/proxy.ts)
const drainMs = 6000

/**
 * Hands over to a successor without losing a request: new connections are refused at once, so that callers dial the
 * next address; those that are open are ended by their next answer, or by a caller that no longer uses them. To cut
 * an idle one at once would lose the request that is on its way.
 */
export function drainServer(server: Server, patienceMs = drainMs): Promise<void> {
  server.prependListener('request', (_request, response: ServerResponse) => {
    response.shouldKeepAlive = false
  })
  return new Promise((resolve) => {
    const timer = setTimeout(() => closeServer(server).then(resolve), patienceMs)
    // http's own close would cut the idle connections
    TcpServer.prototype.close.call(server, () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
