import { addOperations } from '@darsi/kit/app.ts'
import { createIdentitySigner, identityHeader } from '@darsi/kit/identity.ts'
import { listen } from '@darsi/kit/listen.ts'
import { createLog } from '@darsi/kit/log.ts'
import { createMetrics } from '@darsi/kit/metrics.ts'
import { connectRedis } from '@darsi/kit/redis.ts'
import { closeServer, drainServer, stopGracefully } from '@darsi/kit/stop.ts'
import { startTelemetry } from '@darsi/kit/telemetry.ts'
import express from 'express'
import { createAccessTokenVerifier } from './access-token.ts'
import { createGateway } from './app.ts'
import { createAuthKeys } from './auth-keys.ts'
import { createAuthentication } from './authenticate.ts'
import { config as readConfig, upstreamsOf } from './config.ts'
import { createLimit } from './rate-limit.ts'
import { createRevocationCheck } from './revocation.ts'
import { securityHeaders } from './security-headers.ts'
import { listenPublicly } from './server.ts'

const config = readConfig()
const log = createLog('gateway', config.LOG_LEVEL)
const telemetry = await startTelemetry('gateway', config.OTEL_EXPORTER_OTLP_ENDPOINT)
const metrics = createMetrics('gateway')
const redis = connectRedis(config.REDIS_URL, log)
// a Redis that hangs counts as one that is down
redis.options.commandTimeout = 500
const sign = await createIdentitySigner(config.IDENTITY_KEYS)

const keys = createAuthKeys({
  fetchKeys: async () => {
    const response = await fetch(`${config.AUTH_URL}/.well-known/jwks.json`, {
      headers: { [identityHeader]: await sign('auth', null) },
      signal: AbortSignal.timeout(3000),
    })
    if (!response.ok) throw new Error(`auth answered ${response.status} for its keys`)
    return response.json()
  },
})

const app = createGateway({
  upstreams: upstreamsOf(config),
  authenticate: createAuthentication(createAccessTokenVerifier(keys), createRevocationCheck(redis)),
  sign,
  limit: createLimit(redis, config.RATE_LIMIT_PER_MINUTE),
  publicUrl: config.PUBLIC_URL,
  trustedHops: config.TRUST_PROXY_HOPS,
  log,
  metrics,
})
const operations = express()
let draining = false
addOperations(operations, metrics, async () => {
  if (draining) throw new Error('stopping')
})

const { server, port } = await listenPublicly(app, {
  port: config.PORT,
  host: config.HOST,
  headers: securityHeaders(config.PUBLIC_URL),
})
const ops = await listen(operations, config.OPS_PORT, config.HOST)
log.info({ port, opsPort: ops.port }, 'listening')

stopGracefully(log, [
  {
    name: 'readiness',
    stop: () => {
      draining = true
    },
  },
  {
    name: 'public server',
    stop: () => {
      // an event stream never ends by itself
      setTimeout(() => server.closeAllConnections(), 10_000).unref()
      return drainServer(server)
    },
  },
  { name: 'operations server', stop: () => closeServer(ops.server) },
  { name: 'redis', stop: () => redis.disconnect() },
  { name: 'telemetry', stop: telemetry.stop },
])
