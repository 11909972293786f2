import { openApiDocument } from '@darsi/contracts/calls/openapi.ts'
import { outerTables } from '@darsi/contracts/calls/tables.ts'
import type { Service } from '@darsi/contracts/reference/services.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { allow } from '@darsi/kit/http/route.ts'
import type { Identity, IdentitySigner } from '@darsi/kit/identity/identity.ts'
import { currentContext } from '@darsi/kit/observability/context.ts'
import type { Request, RequestHandler, Response } from 'express'
import type { Authenticate } from './access/authenticate.ts'
import { clientAddress } from './access/client-address.ts'
import type { Limit } from './access/rate-limit.ts'
import { apiReference } from './api-docs.ts'
import { type Compose, createComposer } from './compose.ts'
import { headersToService } from './forwarded-headers.ts'
import { sendPage } from './page.ts'
import { proxyTo } from './proxy.ts'
import { pathOf, readBody, readOnly, refuseBody } from './refuse.ts'
import { compileRoutes, type Target } from './routes.ts'

export type ApiOptions = {
  services: Readonly<Record<Service, string>>
  authenticate: Authenticate
  sign: IdentitySigner
  limit: Limit
  trustedHops: number
}

/** `/api/*`: limit, route, body, caller, policy; then the call goes to the service with a signed identity. */
export function api(options: ApiOptions): RequestHandler {
  const findRoute = compileRoutes(outerTables)
  const forward = forwarders(options.services)
  const compose: Compose = createComposer({ ...options, findRoute: compileRoutes() })
  const openApi = JSON.stringify(openApiDocument(outerTables))
  const reference = apiReference(outerTables)

  return async (request, response, next) => {
    response.setHeader('Cache-Control', 'no-store')
    const clientIp = clientAddress(request, options.trustedHops)
    await options.limit(clientIp)
    const path = pathOf(request.url)
    if (path === '/openapi.json' || path === '/docs') {
      readOnly(request)
      response.locals['route'] = path
      if (path === '/docs') sendPage(response, 200, reference)
      else response.type('json').send(openApi)
      return
    }
    const target = findTarget(findRoute(request.method, path), response)
    response.locals['route'] = target.key
    response.locals['streaming'] = target.endpoint.content === 'text/event-stream'
    refuseBody(request, target.endpoint)
    const identity = await options.authenticate(request, target.endpoint)
    response.locals['identity'] = identity
    allow(target.endpoint, identity, response.locals['at'])
    if (target.endpoint.composed) {
      const body = await readBody(request)
      return compose(request, response, { target, identity, clientIp, body })
    }
    await vouch(request, response, { sign: options.sign, target, clientIp, identity })
    forward[target.service](request, response, next)
  }
}

function findTarget(match: ReturnType<ReturnType<typeof compileRoutes>>, response: Response): Target {
  if (!match) throw problem('not-found')
  if ('target' in match) return match.target
  response.setHeader('Allow', match.allowed.join(', '))
  throw problem('method-not-allowed')
}

type AcceptedCall = { sign: IdentitySigner; target: Target; clientIp: string; identity: Identity | null }

/** Replaces the client's headers by those for the service, and reads a JSON body. Files and forms are streamed. */
async function vouch(request: Request, response: Response, call: AcceptedCall): Promise<void> {
  const { service, endpoint } = call.target
  const isStreamed = endpoint.file || endpoint.piece || endpoint.form
  const body =
    isStreamed && request.headers['transfer-encoding'] === undefined ? null : await readBody(request)
  const identity = await call.sign(service, call.identity)
  request.headers = headersToService(request, service, {
    identity,
    clientIp: call.clientIp,
    requestId: String(response.locals['requestId']),
    traceparent: currentContext().traceparent ?? '',
  })
  if (!body) return
  request.headers['content-length'] = String(body.length)
  response.locals['body'] = body
}

function forwarders(services: ApiOptions['services']): Readonly<Record<Service, RequestHandler>> {
  const to = (service: Service) =>
    proxyTo(services[service], (cause) => problem('unavailable', { retryAfter: 2, cause }))
  return {
    auth: to('auth'),
    users: to('users'),
    availability: to('availability'),
    classroom: to('classroom'),
    admin: to('admin'),
    notifications: to('notifications'),
  }
}
