import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { identityHeader } from '@darsi/kit/identity/identity.ts'

const always = [
  'accept',
  'accept-encoding',
  'accept-language',
  'user-agent',
  'if-none-match',
  'if-modified-since',
]
const toServices = [
  ...always,
  'content-type',
  'content-length',
  'idempotency-key',
  'origin',
  'sec-fetch-site',
  'last-event-id',
  'tus-resumable',
  'upload-offset',
]
// only auth may see the refresh cookie
const toAuth = [...toServices, 'cookie']
const toStaticServers = [...always, 'range', 'if-range']

type Vouched = {
  identity: string
  clientIp: string
  requestId: string
  traceparent: string
}

/**
 * The headers for a service: the few that it reads, and the signed identity. An allow-list, so that no spelling of an
 * identity, internal or hop-by-hop header gets through.
 */
export function headersToService(
  request: IncomingMessage,
  service: string,
  vouched: Vouched,
): IncomingHttpHeaders {
  return {
    ...pick(request.headers, service === 'auth' ? toAuth : toServices),
    [identityHeader]: vouched.identity,
    'x-client-ip': vouched.clientIp,
    'x-request-id': vouched.requestId,
    traceparent: vouched.traceparent,
  }
}

export function headersToStaticServer(request: IncomingMessage): IncomingHttpHeaders {
  return pick(request.headers, toStaticServers)
}

function pick(headers: IncomingHttpHeaders, names: readonly string[]): IncomingHttpHeaders {
  const picked: IncomingHttpHeaders = {}
  for (const name of names) if (headers[name] !== undefined) picked[name] = headers[name]
  return picked
}
