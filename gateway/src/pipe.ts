import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { RequestHandler, Response } from 'express'
import { type Dispatcher, Pool } from 'undici'

const answerTimeoutMs = 30_000
// shorter than the time that a stopping service waits for unused connections (kit's drainServer)
const unusedMs = 4000
/** Answers up to this length are written once, with their head. */
const heldBytes = 16 * 1024
const attempts = 3

type PipeLimits = {
  connections: number
  /** Time limit of a call that waits for a free connection; undici's queue has none. */
  beginsWithinMs: number
  /** Time limit of a client that does not read; undici's time-outs do not run while an answer is paused. */
  readsWithinMs: number
}
const defaults: PipeLimits = { connections: 512, beginsWithinMs: 30_000, readsWithinMs: 60_000 }

/**
 * Forwards requests without a body, or with a read one in `response.locals.body`, to one upstream over undici: a third
 * of the CPU time of http-proxy-middleware (`npm run bench -- gateway`).
 */
export function pipeTo(
  url: string,
  onDown: (error: unknown) => unknown,
  {
    take,
    mostBytes = heldBytes,
    limits = defaults,
  }: { take?: TakeAnswer; mostBytes?: number; limits?: PipeLimits } = {},
): RequestHandler {
  const pool = new Pool(url, {
    connections: limits.connections,
    pipelining: 1,
    keepAliveTimeout: unusedMs,
    keepAliveMaxTimeout: unusedMs,
    headersTimeout: answerTimeoutMs,
    bodyTimeout: answerTimeoutMs,
    // with Node's 250 ms a busy machine fails to connect to the healthy replica just after the other one stopped
    connect: { autoSelectFamily: true, autoSelectFamilyAttemptTimeout: 2000 },
  })
  return (request, response, next) => {
    // the client left during the checks: `close` was already emitted, so nothing would end the upstream call
    if (response.destroyed) return
    let upstream: Dispatcher.DispatchController | undefined
    let beginning: NodeJS.Timeout | undefined
    let isSettled = false
    const leave = (reason: string) => {
      clearTimeout(beginning)
      if (isSettled) return
      isSettled = true
      upstream?.abort(new Error(reason))
    }
    response.once('close', () => leave('the client went away'))
    const options = optionsOf(request, response)
    const attempt = (attemptsLeft: number) => {
      if (isSettled) return
      const answer = answerTo(response, {
        take,
        mostBytes,
        readsWithinMs: limits.readsWithinMs,
        begun: (controller) => {
          clearTimeout(beginning)
          upstream = controller
          if (isSettled) controller.abort(new Error('the call has ended'))
        },
        ended: () => {
          isSettled = true
        },
        failed: (error) => {
          clearTimeout(beginning)
          if (isSettled) return
          if (attemptsLeft > 0 && canRepeat(request, response, error))
            setTimeout(attempt, 50, attemptsLeft - 1)
          else next(onDown(error))
        },
        unread: () => {
          leave('the client does not read')
          response.destroy()
        },
      })
      beginning = setTimeout(() => {
        isSettled = true
        next(onDown(new Error('no free connection')))
      }, limits.beginsWithinMs)
      pool.dispatch(options, answer)
    }
    attempt(attempts - 1)
  }
}

function optionsOf(request: IncomingMessage, response: Response): Dispatcher.DispatchOptions {
  const body: unknown = response.locals['body']
  // `as`: the gateway accepts only methods that undici knows
  const method = request.method as Dispatcher.HttpMethod
  return {
    method,
    path: request.url ?? '/',
    headers: request.headers,
    body: Buffer.isBuffer(body) ? body : null,
  }
}

/** Repeats a read at another replica when its replica stopped. */
function canRepeat(request: IncomingMessage, response: ServerResponse, error: unknown): boolean {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  // `as`: a system error or one of undici; other errors have no such code
  const { code } = (error ?? {}) as { code?: unknown }
  const isGone = code === 'ECONNRESET' || code === 'EPIPE' || code === 'UND_ERR_SOCKET'
  return isRead && isGone && !response.headersSent && !response.destroyed
}

export type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer }
/** Gets a whole answer before the client. @returns true when it answered the client */
export type TakeAnswer = (response: Response, answer: Answer) => boolean

type Outcome = {
  begun: (controller: Dispatcher.DispatchController) => void
  ended: () => void
  failed: (error: unknown) => void
  unread: () => void
  readsWithinMs: number
  take: TakeAnswer | undefined
  mostBytes: number
}

/** Writes the upstream's answer: a short one at once, any other as it arrives and as fast as the client reads. */
function answerTo(response: Response, outcome: Outcome): Dispatcher.DispatchHandler {
  let held: { status: number; headers: IncomingHttpHeaders; chunks: Buffer[] } | null = null
  return {
    onRequestStart: outcome.begun,
    onResponseStart: (_controller, status, headers) => {
      if (status < 200) return
      const hasNoBody = status === 204 || status === 304
      if (hasNoBody || Number(headers['content-length'] ?? Number.NaN) <= outcome.mostBytes) {
        held = { status, headers, chunks: [] }
        return
      }
      writeHead(response, status, headers)
      // an event stream's head is sent before its first event
      response.flushHeaders()
    },
    onResponseData: (controller, chunk) => {
      if (held) {
        held.chunks.push(chunk)
        return
      }
      if (response.write(chunk)) return
      controller.pause()
      const unread = setTimeout(outcome.unread, outcome.readsWithinMs).unref()
      response.once('drain', () => {
        clearTimeout(unread)
        controller.resume()
      })
    },
    onResponseEnd: () => {
      outcome.ended()
      if (!held) {
        response.end()
        return
      }
      const answer = { status: held.status, headers: held.headers, body: oneOf(held.chunks) }
      if (!outcome.take?.(response, answer)) sendWhole(response, answer)
    },
    onResponseError: (_controller, error) => outcome.failed(error),
  }
}

function sendWhole(response: ServerResponse, { status, headers, body }: Answer): void {
  writeHead(response, status, headers)
  // Node joins the head with a string, not with a buffer; latin1 keeps every byte
  if (body.length > heldBytes) response.end(body)
  else if (body.length > 0) response.end(body.toString('latin1'), 'latin1')
  else response.end()
}

const oneOf = (chunks: readonly Buffer[]): Buffer =>
  chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)

/** Headers of an answer that no client gets: those of the connection to the service, and those about its software. */
export const notForClients: ReadonlySet<string> = new Set([
  ...['connection', 'keep-alive', 'transfer-encoding', 'trailer', 'upgrade', 'proxy-authenticate'],
  ...['x-powered-by', 'server', 'x-darsi-identity'],
])

export function forClients(headers: IncomingHttpHeaders): [string, string | string[]][] {
  const kept: [string, string | string[]][] = []
  for (const name in headers) {
    const value = headers[name]
    if (value !== undefined && !notForClients.has(name)) kept.push([name, value])
  }
  return kept
}

function writeHead(response: ServerResponse, status: number, headers: IncomingHttpHeaders): void {
  response.statusCode = status
  for (const [name, value] of forClients(headers)) response.setHeader(name, value)
}
