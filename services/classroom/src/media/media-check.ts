import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { type IdentityVerifier, identityHeader } from '@darsi/kit/identity/identity.ts'
import type { Log } from '@darsi/kit/observability/log.ts'
import { mayJoin } from '../rooms/seat-rights.ts'
import type { MediaEngine } from './engine.ts'
import { mediaTokenOf } from './media-token.ts'

type Parts = Parameters<typeof mayJoin>[0] & { engine: MediaEngine }
type Options = { verifyIdentity: IdentityVerifier; log: Pick<Log, 'warn'> }

/** LiveKit's client calls this when it got no socket: it stops after 401 and retries after 503. */
export function withMediaCheck(app: RequestListener, parts: Parts, options: Options): RequestListener {
  return (request, response) => {
    if (/^\/rtc(?:\/v1)?\/validate(?:\?|$)/.test(request.url ?? ''))
      void answer(request, response, parts, options)
    else app(request, response)
  }
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  parts: Parts,
  { verifyIdentity, log }: Options,
): Promise<void> {
  response
    .writeHead(await statusOf(request, parts, { verifyIdentity, log }), { 'content-type': 'text/plain' })
    .end()
}

async function statusOf(
  request: IncomingMessage,
  parts: Parts,
  { verifyIdentity, log }: Options,
): Promise<number> {
  try {
    await verifyIdentity(String(request.headers[identityHeader] ?? ''))
  } catch {
    return 401
  }
  try {
    if (parts.engine.state() !== 'ready') return 503
    return (await mayJoin(parts, await parts.engine.holderOf(mediaTokenOf(request)))) ? 200 : 401
  } catch (error) {
    log.warn({ err: error }, 'media token not judged')
    return 503
  }
}
