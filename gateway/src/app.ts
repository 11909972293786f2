import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { answerProblem, follow } from '@darsi/kit/http/app.ts'
import type { Log } from '@darsi/kit/observability/log.ts'
import type { Metrics } from '@darsi/kit/observability/metrics.ts'
import express, { type Express, type NextFunction, type Request, type Response } from 'express'
import { clientAddress } from './access/client-address.ts'
import { type ApiOptions, api } from './api.ts'
import type { Upstreams } from './config.ts'
import { refuseHeaders, refuseMethod, refuseTarget } from './refuse.ts'
import { createHeaderSetter } from './security-headers.ts'
import { mediaCheck, publicKeys, remotes, shell, teacherPages } from './site.ts'
import { createStoredFiles } from './stored-files.ts'

type GatewayOptions = Omit<ApiOptions, 'services'> & {
  upstreams: Upstreams
  publicUrl: string
  log: Log
  metrics: Metrics
  /** The shared clock (server-clock.ts). */
  now: () => number
}

/** The only public entry: refuses, authenticates, limits, and forwards. */
export function createGateway(options: GatewayOptions): Express {
  const { upstreams, publicUrl, log, metrics } = options
  const app = express()
  app.disable('x-powered-by').disable('etag')
  // case sensitive: otherwise Express would treat `/API/…` as the API, and our own rules would not
  app.enable('case sensitive routing')
  const setSecurityHeaders = createHeaderSetter(publicUrl)
  const followed = follow(log, metrics, options.now)
  const limit = (request: Request) => options.limit(clientAddress(request, options.trustedHops))
  const toService = { sign: options.sign, limit }
  const answerApi = api({ ...options, services: upstreams.services })
  const handle = async (request: Request, response: Response, next: NextFunction): Promise<void> => {
    refuse(request)
    const path = pathInApi(request.url)
    if (path === null) return next()
    request.url = path
    await answerApi(request, response, next)
  }
  // one layer: each layer of Express's router costs more than its step
  app.use((request, response, next) => {
    setSecurityHeaders(response)
    takeRequestId(request)
    followed(request, response, () => void handle(request, response, next).catch(next))
  })
  app.use('/.well-known/jwks.json', publicKeys(upstreams.services.auth, toService))
  app.use('/rtc', mediaCheck(upstreams.services.classroom, toService))
  app.use('/remotes', remotes(upstreams.remotes))
  app.use(teacherPages(upstreams.services.users, toService))
  app.use(shell(upstreams.shell, createStoredFiles()))
  app.use(answerProblem(log, metrics))
  return app
}

function refuse(request: IncomingMessage): void {
  refuseMethod(request.method)
  refuseTarget(request.url ?? '')
  refuseHeaders(request)
}

/** Accepts a client's request id when it has the right form. */
function takeRequestId({ headers }: IncomingMessage): void {
  const given = headers['x-request-id']
  if (typeof given !== 'string' || !/^[A-Za-z0-9-]{8,64}$/.test(given)) headers['x-request-id'] = randomUUID()
}

/** The address without `/api`; null for all other addresses. */
function pathInApi(url: string): string | null {
  const [, rest] = /^\/api(?=[/?]|$)(.*)$/.exec(url) ?? []
  if (rest === undefined) return null
  return rest.startsWith('/') ? rest : `/${rest}`
}
