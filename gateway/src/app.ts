import { randomUUID } from 'node:crypto'
import { answerProblem, follow } from '@darsi/kit/http/app.ts'
import type { Log } from '@darsi/kit/observability/log.ts'
import type { Metrics } from '@darsi/kit/observability/metrics.ts'
import express, { type Express, type RequestHandler } from 'express'
import { type ApiOptions, api } from './api.ts'
import type { Upstreams } from './config.ts'
import { refuseHeaders, refuseMethod, refuseTarget } from './refuse.ts'
import { noContentPolicy, setSecurityHeaders } from './security-headers.ts'
import { mediaCheck, publicKeys, remotes, shell, teacherPages } from './site.ts'
import { createStoredFiles } from './stored-files.ts'

type GatewayOptions = Omit<ApiOptions, 'services'> & {
  upstreams: Upstreams
  publicUrl: string
  log: Log
  metrics: Metrics
}

/** The only public entry: refuses, authenticates, limits, and forwards. */
export function createGateway(options: GatewayOptions): Express {
  const { upstreams, publicUrl, log, metrics } = options
  const app = express()
  app.disable('x-powered-by').disable('etag')
  // case sensitive: otherwise Express would treat `/API/…` as the API, and our own rules would not
  app.enable('case sensitive routing')
  app.use(setSecurityHeaders(publicUrl))
  app.use(takeRequestId)
  app.use(follow(log, metrics))
  app.use(refuse)
  app.use('/api', api({ ...options, services: upstreams.services }))
  app.use('/.well-known/jwks.json', publicKeys(upstreams.services.auth, options.sign))
  app.use('/rtc', mediaCheck(upstreams.services.classroom, options.sign))
  app.use('/remotes', remotes(upstreams.remotes))
  app.use(teacherPages(upstreams.services.users, options.sign))
  app.use(shell(upstreams.shell, createStoredFiles()))
  app.use(answerProblem(log, metrics))
  return app
}

const refuse: RequestHandler = (request, response, next) => {
  // default; pages set their own
  response.setHeader('Content-Security-Policy', noContentPolicy)
  refuseMethod(request.method)
  refuseTarget(request.url)
  refuseHeaders(request)
  next()
}

/** Accepts a client's request id when it has the right form. */
const takeRequestId: RequestHandler = (request, _response, next) => {
  const given = request.headers['x-request-id']
  if (typeof given !== 'string' || !/^[A-Za-z0-9-]{8,64}$/.test(given))
    request.headers['x-request-id'] = randomUUID()
  next()
}
