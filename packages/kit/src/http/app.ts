import { randomUUID } from 'node:crypto'
import type { Endpoint, EndpointTable } from '@darsi/contracts/calls/endpoint.ts'
import express, {
  type ErrorRequestHandler,
  type Express,
  type Request,
  type RequestHandler,
  type Response,
} from 'express'
import { hideAddresses, isTransient } from '../failure.ts'
import { type IdentityVerifier, identityHeader } from '../identity/identity.ts'
import { withContext } from '../observability/context.ts'
import type { Log } from '../observability/log.ts'
import type { Metrics } from '../observability/metrics.ts'
import { startSpan } from '../observability/telemetry.ts'
import { Problem, problem, problemDocument } from './problem.ts'
import { readFile } from './read-file.ts'
import { noteRefusal, refusalKind, unmatched } from './refusals.ts'
import { expressPath, languageOf, type Route } from './route.ts'
import { type RecordView, refuseUnaudited } from './view-record.ts'

export type AppOptions = {
  table: EndpointTable
  routes: readonly Route[]
  verifyIdentity: IdentityVerifier
  log: Log
  metrics: Metrics
  /** Resolves when the service can work; rejects with the reason otherwise. */
  ready: () => Promise<void>
  /** The shared clock (server-clock.ts). */
  now: () => number
  /** Writes to the audit log what administrators were shown; an answer is sent only after its entry. */
  recordView?: RecordView
}

/**
 * The HTTP application of a service.
 * @throws Error at start when a declared endpoint has no route, or when its answers miss in the audit log
 */
export function createApp({
  table,
  routes,
  verifyIdentity,
  log,
  metrics,
  ready,
  ...rest
}: AppOptions): Express {
  const { now, recordView } = rest
  refuseGaps(table, routes)
  refuseUnaudited(table, recordView)
  const app = express()
  app.locals['recordView'] = recordView
  app.disable('x-powered-by').disable('etag')
  app.set('query parser', 'simple')
  addOperations(app, metrics, ready)
  app.use(follow(log, metrics, now))
  app.use(identify(verifyIdentity))
  const declared = new Map<string, Endpoint>(Object.entries(table))
  const [readsFile, readsJson] = [readFile(), readJson()]
  for (const { key, handle } of routes) {
    const { method, path } = expressPath(key)
    const endpoint = declared.get(key)
    const reads = endpoint?.file ? readsFile : endpoint?.form ? ignoreForm : readsJson
    const readers = endpoint?.piece ? [] : [reads]
    app[method](path, named(key), ...readers, handle)
  }
  app.use(() => {
    throw problem('not-found')
  })
  app.use(answerProblem(log, metrics))
  return app
}

/** `/livez` does not check dependencies, `/readyz` does, `/metrics` is Prometheus text. */
export function addOperations(app: Express, metrics: Metrics, ready: () => Promise<void>): void {
  app.get('/livez', (_request, response) => {
    response.json({ status: 'ok' })
  })
  app.get('/readyz', async (_request, response) => {
    try {
      await ready()
      response.json({ status: 'ok' })
    } catch (error) {
      response
        .status(503)
        .json({ status: 'unavailable', reason: error instanceof Error ? error.message : '' })
    }
  })
  app.get('/metrics', async (_request, response) => {
    response.type(metrics.registry.contentType).send(await metrics.registry.metrics())
  })
}

/** Adds request ids, one log line, one histogram sample and one span to each request. */
export function follow(log: Log, metrics: Metrics, now: () => number): RequestHandler {
  // these lines have ids only; looking for fields to hide costs more than the rest of the line
  const lines = log.child({}, { redact: [] })
  return (request, response, next) => {
    const requestId = header(request, 'x-request-id') ?? randomUUID()
    const span = startSpan({
      name: request.method,
      kind: 'server',
      attributes: { 'http.request.method': request.method },
      parent: header(request, 'traceparent'),
    })
    response.locals['requestId'] = requestId
    response.setHeader('x-request-id', requestId)
    response.locals['at'] = new Date(now())
    const started = performance.now()
    response.on('close', () => {
      const ms = performance.now() - started
      const route: string = response.locals['route'] ?? unmatched
      const status = response.statusCode
      if (!lastsAsLongAsItsReader(response))
        metrics.requestDuration.observe({ route, method: request.method, status: String(status) }, ms / 1000)
      span.rename(spanName(request.method, route))
      span.set({ 'http.route': route, 'http.response.status_code': status })
      span.end(status >= 500 ? String(status) : undefined)
      const line = { correlationId: requestId, route, status, ms: Math.round(ms * 10) / 10 }
      if (status === 503) lines.warn(line, 'request turned away')
      else if (status >= 500) lines.error(line, 'request failed')
      else lines.info({ ...line, userId: response.locals['identity']?.userId }, 'request')
    })
    withContext({ correlationId: requestId, traceparent: span.traceparent }, next)
  }
}

/** Event streams and files: their duration depends on the reader, so it is not measured. */
function lastsAsLongAsItsReader(response: Response): boolean {
  const type = String(response.getHeader('content-type') ?? '')
  const isFile = String(response.getHeader('content-disposition') ?? '').startsWith('attachment')
  return isFile || /^(text\/(event-stream|csv)|application\/octet-stream)/.test(type)
}

/** API routes already contain the method. */
function spanName(method: string, route: string): string {
  return route.startsWith(`${method} `) ? route : `${method} ${route}`
}

/** Maps every error to an answer. Errors of 500 and above show one generic text and are logged with the request id. */
export function answerProblem(log: Log, { refusals }: Pick<Metrics, 'refusals'>): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    const failure = toProblem(error)
    const { requestId: correlationId, identity, route = unmatched } = response.locals
    logFailure(log, failure, error, correlationId)
    const kind = refusalKind(failure, { route, isSignedIn: identity != null })
    if (kind) noteRefusal({ refusals, log }, { kind, route, slug: failure.slug, correlationId })
    if (response.headersSent) {
      response.destroy()
      return
    }
    if (failure.options.retryAfter)
      response.setHeader('Retry-After', String(Math.ceil(failure.options.retryAfter)))
    if (failure.status === 401) response.setHeader('WWW-Authenticate', 'Bearer')
    const instance = String(correlationId ?? '')
    response
      .status(failure.status)
      .type('application/problem+json')
      .send(JSON.stringify(problemDocument(failure, languageOf(request), instance)))
  }
}

/**
 * An unavailable or busy dependency is expected and logged as one line; an unexpected error is logged with its stack.
 */
function logFailure(log: Log, failure: Problem, error: unknown, correlationId: unknown): void {
  if (failure.status < 500) return
  if (failure.status !== 503) {
    log.error({ err: error, correlationId }, 'unexpected failure')
    return
  }
  const { cause } = failure
  const reason = cause instanceof Error ? hideAddresses(`${cause.name}: ${cause.message}`) : failure.slug
  log.warn({ reason, correlationId }, 'not available')
}

function identify(verify: IdentityVerifier): RequestHandler {
  return async (request, response, next) => {
    const token = header(request, identityHeader)
    if (!token) throw problem('unauthenticated')
    try {
      response.locals['identity'] = await verify(token)
    } catch (cause) {
      throw problem('unauthenticated', { cause })
    }
    next()
  }
}

function readJson(): RequestHandler {
  const parse = express.json({ limit: '100kb', type: 'application/json' })
  return (request, response, next) => {
    const hasBody =
      request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0
    if (hasBody && !request.is('application/json')) throw problem('content-type-unsupported')
    parse(request, response, next)
  }
}

/** The form says nothing that the address does not: it is dropped unread, whatever its size. */
const ignoreForm: RequestHandler = (request, _response, next) => {
  request.resume()
  next()
}

function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  // errors of body-parser and Express carry a type or a status
  const { type, status } = (error ?? {}) as { type?: unknown; status?: unknown }
  if (type === 'entity.too.large') return problem('body-too-large')
  if (type === 'encoding.unsupported' || type === 'charset.unsupported')
    return problem('content-type-unsupported')
  if (typeof type === 'string' && status === 400) return problem('body-malformed')
  if (error instanceof URIError) return problem('url-invalid')
  // database or network unavailable: transient, the caller may try again
  if (isTransient(error)) return problem('unavailable', { retryAfter: 5, cause: error })
  return problem('internal', { cause: error })
}

function refuseGaps(table: EndpointTable, routes: readonly Route[]): void {
  const bound = new Set(routes.map((route) => route.key))
  // thrown where one call is composed of others; the gateway answers it
  const missing = Object.entries(table).flatMap(([key, { composed }]) =>
    composed || bound.has(key) ? [] : [key],
  )
  if (missing.length > 0) throw new Error(`declared but not served: ${missing.join(', ')}`)
}

function named(key: string): RequestHandler {
  return (_request, response, next) => {
    response.locals['route'] = key
    next()
  }
}

function header(request: Request, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' && value.length <= 4096 ? value : undefined
}
