import { createServer } from 'node:http'
import { createApp } from './app.ts'
import { readConfig } from './config.ts'

const config = readConfig(process.env)
const { handle, setReady } = createApp(config)
const server = createServer({ requestTimeout: 30_000 }, handle)

server.listen(config.port, config.host, () => log('listening', { port: config.port, root: config.root }))
process.once('SIGTERM', stop)
process.once('SIGINT', stop)

/** Answers what has begun, at most 10 s long. */
function stop() {
  setReady(false)
  log('stopping')
  server.close(() => process.exit(0))
  server.closeIdleConnections()
  setTimeout(() => process.exit(1), 10_000).unref()
}

function log(msg: string, more: object = {}) {
  process.stdout.write(`${JSON.stringify({ time: new Date().toISOString(), level: 'info', msg, ...more })}\n`)
}
