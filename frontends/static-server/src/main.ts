import { createServer } from 'node:http'
import { Server as TcpServer } from 'node:net'
import { createApp } from './app.ts'
import { readConfig } from './config.ts'

const config = readConfig(process.env)
const { handle, setReady } = createApp(config)
const server = createServer({ requestTimeout: 30_000 }, handle)

server.listen(config.port, config.host, () => log('listening', { port: config.port, root: config.root }))
process.once('SIGTERM', stop)
process.once('SIGINT', stop)

/**
 * Answers requests on open connections for 6 s and closes them; the gateway then has stopped using them.
 * New connections are refused at once: the gateway connects to the next address.
 */
function stop() {
  setReady(false)
  log('stopping')
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false
  })
  // http's own close would cut idle connections, and with them requests already on the way
  TcpServer.prototype.close.call(server, () => process.exit(0))
  setTimeout(() => server.closeIdleConnections(), 6000).unref()
  setTimeout(() => process.exit(1), 10_000).unref()
}

function log(msg: string, more: object = {}) {
  process.stdout.write(`${JSON.stringify({ time: new Date().toISOString(), level: 'info', msg, ...more })}\n`)
}
