import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { RequestHandler, Response } from 'express'
import { type Dispatcher, Pool } from 'undici'

const answerTimeoutMs = 30_000
// shorter than the time that a stopping service waits for unused connections (kit's drainServer)
const unusedMs = 4000
/** Answers up to this length leave in one write, with their head. */
const heldBytes = 16 * 1024
const attempts = 3

/**
 * Forwards requests without a body, or with a read one in `response.locals.body`, to one upstream over undici: a third
 * of the CPU time of http-proxy-middleware (`npm run bench -- gateway`).
 */
export function pipeTo(url: string, onDown: (error: unknown) => unknown): RequestHandler {
  const pool = new Pool(url, {
    connections: 512,
    pipelining: 1,
    keepAliveTimeout: unusedMs,
    keepAliveMaxTimeout: unusedMs,
    headersTimeout: answerTimeoutMs,
    bodyTimeout: answerTimeoutMs,
    // with Node's 250 ms a busy machine fails to connect to the healthy replica just after the other one stopped
    connect: { autoSelectFamily: true, autoSelectFamilyAttemptTimeout: 2000 },
  })
  return (request, response, next) => {
    let upstream: Dispatcher.DispatchController | undefined
    let isSettled = false
    response.once('close', () => {
      if (!isSettled) upstream?.abort(new Error('the client went away'))
      isSettled = true
    })
    const options = optionsOf(request, response)
    const attempt = (attemptsLeft: number) => {
      const answer = answerTo(response, {
        begun: (controller) => {
          upstream = controller
          if (isSettled) controller.abort(new Error('the client went away'))
        },
        ended: () => {
          isSettled = true
        },
        failed: (error) => {
          if (isSettled) return
          if (attemptsLeft > 0 && canRepeat(request, response, error))
            setTimeout(attempt, 50, attemptsLeft - 1)
          else next(onDown(error))
        },
      })
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
export function canRepeat(request: IncomingMessage, response: ServerResponse, error: unknown): boolean {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  // `as`: a system error or one of undici; other errors have no such code
  const { code } = (error ?? {}) as { code?: unknown }
  const isGone = code === 'ECONNRESET' || code === 'EPIPE' || code === 'UND_ERR_SOCKET'
  return isRead && isGone && !response.headersSent && !response.destroyed
}

type Outcome = {
  begun: (controller: Dispatcher.DispatchController) => void
  ended: () => void
  failed: (error: unknown) => void
}

/** Writes the upstream's answer: a short one at once, any other as it arrives and as fast as the client reads. */
function answerTo(response: ServerResponse, outcome: Outcome): Dispatcher.DispatchHandler {
  let held: Buffer[] | null = null
  return {
    onRequestStart: outcome.begun,
    onResponseStart: (_controller, status, headers) => {
      if (status < 200) return
      writeHead(response, status, headers)
      if (Number(headers['content-length'] ?? Number.NaN) <= heldBytes) held = []
      // an event stream's head is sent before its first event
      else response.flushHeaders()
    },
    onResponseData: (controller, chunk) => {
      if (held) {
        held.push(chunk)
        return
      }
      if (response.write(chunk)) return
      controller.pause()
      response.once('drain', () => controller.resume())
    },
    onResponseEnd: () => {
      outcome.ended()
      // Node joins the head with a string, not with a buffer; latin1 keeps every byte
      if (held && held.length > 0) response.end(oneOf(held).toString('latin1'), 'latin1')
      else response.end()
    },
    onResponseError: (_controller, error) => outcome.failed(error),
  }
}

const oneOf = (chunks: readonly Buffer[]): Buffer =>
  chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)

// those of the connection, and those that are no client's business
const notForClients = new Set([
  ...['connection', 'keep-alive', 'transfer-encoding', 'trailer', 'upgrade', 'proxy-authenticate'],
  ...['x-powered-by', 'server', 'x-darsi-identity'],
])

function writeHead(response: ServerResponse, status: number, headers: IncomingHttpHeaders): void {
  response.statusCode = status
  for (const name in headers) {
    const value = headers[name]
    if (value !== undefined && !notForClients.has(name)) response.setHeader(name, value)
  }
}
