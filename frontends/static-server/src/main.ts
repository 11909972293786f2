import { createServer } from 'node:http'
import { Server as TcpServer } from 'node:net'
import { createApp } from './app.ts'
import { readConfig } from './config.ts'
import { ownPages } from './own-pages.ts'

const { sites, host, ...options } = readConfig(process.env)
const servers = sites.map(({ root, port }) => {
  const { handle, setReady } = createApp({ ...options, root, pages: ownPages(root, process.env) })
  const server = createServer({ requestTimeout: 30_000 }, handle)
  server.listen(port, host, () => log('listening', { port, root }))
  return { server, setReady }
})

process.once('SIGTERM', stop)
process.once('SIGINT', stop)

/**
 * Answers requests on open connections for 6 s and closes them; the gateway then has stopped using them.
 * New connections are refused at once: the gateway connects to the next address.
 */
function stop() {
  log('stopping')
  let open = servers.length
  for (const { server, setReady } of servers) {
    setReady(false)
    server.prependListener('request', (_request, response) => {
      response.shouldKeepAlive = false
    })
    // http's own close would cut idle connections, and with them requests already on the way
    TcpServer.prototype.close.call(server, () => --open === 0 && process.exit(0))
    setTimeout(() => server.closeIdleConnections(), 6000).unref()
  }
  setTimeout(() => process.exit(1), 10_000).unref()
}

function log(msg: string, more: object = {}) {
  process.stdout.write(`${JSON.stringify({ time: new Date().toISOString(), level: 'info', msg, ...more })}\n`)
}
