import { addOperations } from '@darsi/kit/http/app.ts'
import { listen } from '@darsi/kit/http/listen.ts'
import { createIdentitySigner, identityHeader } from '@darsi/kit/identity/identity.ts'
import { createLog } from '@darsi/kit/observability/log.ts'
import { createMetrics } from '@darsi/kit/observability/metrics.ts'
import { startTelemetry } from '@darsi/kit/observability/telemetry.ts'
import { connectRedis } from '@darsi/kit/redis/redis.ts'
import { createServerClock, redisTime } from '@darsi/kit/server-clock.ts'
import { closeServer, drainServer, stopGracefully } from '@darsi/kit/stop.ts'
import express from 'express'
import { createAccessTokenVerifier } from './access/access-token.ts'
import { createAuthKeys } from './access/auth-keys.ts'
import { createAuthentication } from './access/authenticate.ts'
import { createLimit } from './access/rate-limit.ts'
import { createRevocationCheck } from './access/revocation.ts'
import { createGateway } from './app.ts'
import { config as readConfig, upstreamsOf } from './config.ts'
import { startGatewayReports } from './health-report.ts'
import { securityHeaders } from './security-headers.ts'
import { listenPublicly } from './server.ts'
import { createUpgrades } from './upgrades.ts'

const config = readConfig()
const log = createLog('gateway', config.LOG_LEVEL)
const telemetry = await startTelemetry('gateway', config.OTEL_EXPORTER_OTLP_ENDPOINT)
const metrics = createMetrics('gateway')
// a Redis that hangs counts as down
const redis = connectRedis(config.REDIS_URL, log, { commandTimeoutMs: 500 })
const clock = await createServerClock({ read: () => redisTime(redis), log })
const sign = await createIdentitySigner(config.IDENTITY_KEYS, clock.now)

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
  authenticate: createAuthentication(
    createAccessTokenVerifier(keys, clock.now),
    createRevocationCheck(redis),
  ),
  sign,
  limit: createLimit(redis, config.RATE_LIMIT_PER_MINUTE),
  publicUrl: config.PUBLIC_URL,
  trustedHops: config.TRUST_PROXY_HOPS,
  log,
  metrics,
  now: clock.now,
})
const operations = express()
let draining = false
addOperations(operations, metrics, async () => {
  if (draining) throw new Error('stopping')
})

const upgrades = createUpgrades({
  ...{ sign, log, metrics, publicUrl: config.PUBLIC_URL, trustedHops: config.TRUST_PROXY_HOPS },
  classroomUrl: config.CLASSROOM_URL,
  // a socket stays open for a lesson, so the limit can be low
  limit: createLimit(redis, Math.ceil(config.RATE_LIMIT_PER_MINUTE / 10), 'limit:gateway:upgrade'),
})
const { server, port } = await listenPublicly(app, {
  upgrade: upgrades.handle,
  port: config.PORT,
  host: config.HOST,
  headers: securityHeaders(config.PUBLIC_URL),
})
const ops = await listen(operations, config.OPS_PORT, config.HOST)
const stopReports = startGatewayReports({ redis, refusals: metrics.refusals, log, date: clock.date })
log.info({ port, opsPort: ops.port }, 'listening')

stopGracefully(log, [
  {
    name: 'readiness',
    stop: () => {
      draining = true
    },
  },
  // the browser reconnects, at another replica
  { name: 'sockets', stop: upgrades.closeAll },
  {
    name: 'public server',
    stop: () => {
      // an event stream never ends by itself
      setTimeout(() => server.closeAllConnections(), 10_000).unref()
      return drainServer(server)
    },
  },
  { name: 'operations server', stop: () => closeServer(ops.server) },
  { name: 'health reports', stop: stopReports },
  { name: 'clock', stop: clock.stop },
  { name: 'redis', stop: () => redis.disconnect() },
  { name: 'telemetry', stop: telemetry.stop },
])
