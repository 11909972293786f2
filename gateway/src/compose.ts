import { type IncomingMessage, request as send } from 'node:http'
import { Readable } from 'node:stream'
import { type EndpointKey, splitKey } from '@darsi/contracts/calls/endpoint.ts'
import type { Service } from '@darsi/contracts/reference/services.ts'
import { stream } from '@darsi/kit/http/data-export.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { type Identity, type IdentitySigner, identityHeader } from '@darsi/kit/identity/identity.ts'
import { currentContext } from '@darsi/kit/observability/context.ts'
import type { Request, Response } from 'express'
import type { FindRoute, Target } from './routes.ts'

type Parts = {
  services: Readonly<Record<Service, string>>
  sign: IdentitySigner
  findRoute: FindRoute
}
type AcceptedCall = { target: Target; identity: Identity | null; clientIp: string; body: Buffer | null }
type Part = { name: string; answer: IncomingMessage }
export type Compose = ReturnType<typeof createComposer>

/** Time limit until a service starts its part; the rest of the part has no limit, because it depends on the reader. */
const beginsWithinMs = 30_000

/**
 * Answers a call composed of several services' calls as one file. All parts of an object are started before the file
 * starts, so an unavailable service is an ordinary error. Sections of a backup take long: each is requested after the
 * one before ended, because a database drops a cursor that is idle for ten minutes. A failure after the start breaks
 * the connection.
 */
export function createComposer({ services, sign, findRoute }: Parts) {
  return async (request: Request, response: Response, call: AcceptedCall): Promise<void> => {
    const { composed, content = '' } = call.target.endpoint
    if (!composed) throw new Error(`${call.target.key} is not composed`)
    // the client left during the checks: `close` was already emitted
    if (response.destroyed) return
    const leaving = new AbortController()
    response.once('close', () => leaving.abort())

    const begin = async (key: EndpointKey): Promise<Part> => {
      const { method, path } = splitKey(key)
      const { service } = declared(key)
      const headers = {
        [identityHeader]: await sign(service, call.identity),
        'x-client-ip': call.clientIp,
        'x-request-id': String(response.locals['requestId']),
        'accept-language': request.get('accept-language') ?? '',
        traceparent: currentContext().traceparent ?? '',
        ...(call.body && { 'content-type': 'application/json', 'content-length': call.body.length }),
      }
      const asked = { method, headers, signal: leaving.signal, body: call.body }
      const answer = await ask(`${services[service]}${path}`, asked)
      return { name: path.slice(path.lastIndexOf('/') + 1), answer }
    }

    const isObject = content === 'application/json'
    const parts: Part[] = []
    // in sequence: the first call may authorise the others
    for (const key of isObject ? composed.of : composed.of.slice(0, 1)) {
      const part = await begin(key)
      parts.push(part)
      const { statusCode, headers } = part.answer
      if (statusCode === 200) continue
      response.status(statusCode ?? 502).type(headers['content-type'] ?? 'json')
      return stream(response, part.answer)
    }
    response.setHeader('Content-Type', content)
    response.setHeader('Content-Disposition', `attachment; filename="${composed.file}"`)
    const file = isObject ? oneObject(parts) : inTurn(parts, composed.of.slice(1), begin)
    await stream(response, Readable.from(file))
  }

  function declared(key: EndpointKey): Target {
    const { method, path } = splitKey(key)
    const match = findRoute(method, path)
    if (!match || !('target' in match)) throw new Error(`${key} is not declared`)
    return match.target
  }
}

type Asked = {
  method: string
  headers: Record<string, string | number>
  signal: AbortSignal
  body: Buffer | null
}

function ask(url: string, { body, ...options }: Asked): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const fail = (cause: unknown) => reject(problem('unavailable', { retryAfter: 2, cause }))
    const call = send(url, options, (answer) => {
      call.setTimeout(0)
      resolve(answer)
    })
    call.setTimeout(beginsWithinMs, () => call.destroy(new Error('no answer in time')))
    call.on('error', fail)
    call.end(body ?? undefined)
  })
}

/** JSON parts as one object, under their names. */
async function* oneObject(parts: readonly Part[]): AsyncGenerator<Buffer | string> {
  yield `{"exportedAt":${JSON.stringify(new Date().toISOString())}`
  for (const { name, answer } of parts) {
    yield `,${JSON.stringify(name)}:`
    yield* answer
  }
  yield '}\n'
}

async function* inTurn(
  begun: readonly Part[],
  later: readonly EndpointKey[],
  begin: (key: EndpointKey) => Promise<Part>,
): AsyncGenerator<Buffer> {
  for (const { answer } of begun) yield* answer
  for (const key of later) {
    const { name, answer } = await begin(key)
    if (answer.statusCode !== 200) throw new Error(`${name} answered ${answer.statusCode}`)
    yield* answer
  }
}
