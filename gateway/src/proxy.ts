import { Agent, type IncomingMessage, type ServerResponse } from 'node:http'
import type { RequestHandler, Response } from 'express'
import { createProxyMiddleware, type Plugin } from 'http-proxy-middleware'
import { notForClients, pipeTo, type TakeAnswer } from './pipe.ts'

const answerTimeoutMs = 30_000
// shorter than the time that a stopping service waits for unused connections (kit's drainServer)
const unusedMs = 4000

/**
 * Forwards a request to one upstream and streams its answer back. The only place with the transport: another one
 * replaces this function. A body that was already read is in `response.locals.body`; `locals.streaming` has no
 * time-out. Event streams and bodies that are forwarded while they arrive use http-proxy-middleware; it costs three
 * times the CPU time, so all other requests use `pipeTo`.
 */
export function proxyTo(
  url: string,
  onDown: (error: unknown) => unknown,
  whole?: { take: TakeAnswer; mostBytes: number },
): RequestHandler {
  const pipe = pipeTo(url, onDown, whole)
  const stream = streamTo(url, onDown)
  return (request, response, next) => {
    const isStream = response.locals['streaming'] === true || hasUnreadBody(request, response)
    return (isStream ? stream : pipe)(request, response, next)
  }
}

function hasUnreadBody({ headers }: IncomingMessage, response: Response): boolean {
  if (Buffer.isBuffer(response.locals['body'])) return false
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function streamTo(url: string, onDown: (error: unknown) => unknown): RequestHandler {
  const waiting = new WeakMap<object, (error: unknown) => void>()
  const agent = new Agent({
    keepAlive: true,
    maxSockets: 512,
    maxFreeSockets: 64,
    timeout: unusedMs,
    // with Node's 250 ms a busy machine fails to connect to the healthy replica just after the other one stopped
    autoSelectFamilyAttemptTimeout: 2000,
  })
  // each stream holds a connection for minutes: in the pool of the calls streams would use up all of them
  const streamAgent = new Agent({ keepAlive: false })
  // default plugins build a log line with two URLs per request and answer errors by themselves
  const plugin: Plugin<IncomingMessage, Response> = (proxy) => {
    proxy.on('error', (error, _request, response) => {
      if (response) waiting.get(response)?.(error)
    })
    proxy.on('econnreset', (_error, _request, response) => response.destroy())
    proxy.on('proxyRes', cleanAnswer)
  }
  const middleware = createProxyMiddleware<IncomingMessage, Response>({
    target: url,
    agent,
    changeOrigin: true,
    ejectPlugins: true,
    plugins: [plugin],
    router: (_request, response, options) => {
      const isStream = response?.locals['streaming'] === true
      options.proxyTimeout = isStream ? 0 : answerTimeoutMs
      options.agent = isStream ? streamAgent : agent
      return url
    },
  })
  return (request, response, next) => {
    let failed = false
    const fail = (error: unknown) => {
      // reported twice: by the proxy's event and by the middleware
      if (failed) return
      failed = true
      next(onDown(error))
    }
    waiting.set(response, fail)
    void middleware(request, response, (error) => error && fail(error))
  }
}

function cleanAnswer(answer: IncomingMessage, request: IncomingMessage, response: ServerResponse): void {
  for (const name of notForClients) delete answer.headers[name]
  // the upstream connection is ours; the client's wish is in its request line and version
  answer.headers.connection = wantsClose(request) ? 'close' : 'keep-alive'
  const type = answer.headers['content-type'] ?? ''
  // send the head of an event stream before its first event
  if (type.startsWith('text/event-stream')) queueMicrotask(() => response.flushHeaders())
}

function wantsClose(request: IncomingMessage): boolean {
  const at = request.rawHeaders.findIndex((name, index) => index % 2 === 0 && /^connection$/i.test(name))
  if (at !== -1) return /\bclose\b/i.test(request.rawHeaders[at + 1] ?? '')
  return request.httpVersion === '1.0'
}
