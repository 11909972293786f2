import type { Language } from '@darsi/contracts/reference/languages.ts'
import { translator } from '@darsi/design/i18n/catalogue.ts'
import { learnServerTime } from '@darsi/design/i18n/server-clock.ts'
import { designTexts } from '@darsi/design/i18n/texts.ts'
import { networkError } from './api-error.ts'
import { followed } from './network.ts'
import { onNetworkReturn } from './network-events.ts'

export type SendOptions = {
  params?: Readonly<Record<string, string>> | undefined
  query?: unknown
  body?: unknown
  idempotencyKey?: string
  signal?: AbortSignal
  /** The request continues if the page closes meanwhile. */
  keepalive?: boolean
  headers?: Readonly<Record<string, string>>
  /** No deadline: a stream or a download may take long. */
  lasting?: boolean
}

/** One request, without renewal or repetition. Fails if the answer is not complete before the deadline. */
export type Send = (key: string, options: SendOptions, token: string | null) => Promise<Response>

// longer than the gateway waits for a service: its 504 arrives first
const deadlineMs = 40_000
/** A read whose answer has not begun by then is sent again: its connection may be dead although the network is back. */
const attemptMs = 10_000
/** A younger read has been sent by the network that is back. */
const youngMs = 3_000

type Settings = { baseUrl: string; language: () => Language; fetch: typeof globalThis.fetch | undefined }

export function createSend({ baseUrl, language, ...settings }: Settings): Send {
  const fetch =
    settings.fetch ?? ((...args: Parameters<typeof globalThis.fetch>) => globalThis.fetch(...args))
  return async (key, options, token) => {
    const [method = 'GET', path = '/'] = key.split(' ')
    const headers = new Headers(options.headers)
    headers.set('Accept-Language', language())
    headers.set('traceparent', newTraceparent())
    if (token !== null) headers.set('Authorization', `Bearer ${token}`)
    const { body } = options
    if (body !== undefined) headers.set('Content-Type', body instanceof Blob ? body.type : 'application/json')
    if (options.idempotencyKey !== undefined) headers.set('Idempotency-Key', options.idempotencyKey)
    const lasting = options.lasting === true || body instanceof Blob
    const { signal, stopTimer } = lasting
      ? { signal: options.signal ?? null, stopTimer: () => {} }
      : withDeadline(options.signal)
    const ask = (wanted: AbortSignal | null) =>
      fetch(baseUrl + fillPath(path, options.params) + queryString(options.query), {
        method,
        headers,
        credentials: 'same-origin',
        body: body === undefined ? null : body instanceof Blob ? body : JSON.stringify(body),
        signal: wanted,
        keepalive: options.keepalive ?? false,
      })
    try {
      const answer = method === 'GET' && signal && !lasting ? askAgain(ask, signal) : ask(signal)
      const response = await (lasting ? answer : followed(answer, () => options.signal?.aborted === true))
      learnServerTime(response.headers.get('Date'))
      // read here, because a body that never ends must not outlast the deadline; null, because a 204 with a text throws
      return lasting ? response : new Response((await response.text()) || null, response)
    } catch (error) {
      if (options.signal?.aborted === true) throw error
      throw networkError(translator(designTexts.ui, language())('networkError'))
    } finally {
      stopTimer()
    }
  }
}

async function askAgain(
  ask: (signal: AbortSignal) => Promise<Response>,
  signal: AbortSignal,
  isFirst = true,
): Promise<Response> {
  const own = new AbortController()
  const cancel = () => own.abort(signal.reason)
  if (signal.aborted) cancel()
  // stays for the body, which has no other limit
  signal.addEventListener('abort', cancel, { once: true })
  let isDead = false
  const giveUp = () => {
    isDead = true
    own.abort()
  }
  let unwatch = () => {}
  const timers = [
    setTimeout(giveUp, attemptMs),
    // once: a server that is only slow must not be asked again and again
    ...(isFirst ? [setTimeout(() => (unwatch = onNetworkReturn(giveUp)), youngMs)] : []),
  ]
  try {
    return await ask(own.signal)
  } catch (error) {
    if (!isDead || signal.aborted) throw error
  } finally {
    timers.forEach(clearTimeout)
    unwatch()
  }
  return askAgain(ask, signal, false)
}

/** Not AbortSignal.any: Safari has it from 17.4 on, and we support older ones. */
function withDeadline(caller: AbortSignal | undefined) {
  const own = new AbortController()
  const timer = setTimeout(() => own.abort(), deadlineMs)
  const cancel = () => own.abort(caller?.reason)
  if (caller?.aborted) cancel()
  caller?.addEventListener('abort', cancel, { once: true })
  return { signal: own.signal, stopTimer: () => clearTimeout(timer) }
}

/** Each call starts a trace: its id is in the logs, events and mails that follow (W3C Trace Context). */
function newTraceparent(): string {
  const hex = [...crypto.getRandomValues(new Uint8Array(24))].map((byte) =>
    byte.toString(16).padStart(2, '0'),
  )
  return `00-${hex.slice(0, 16).join('')}-${hex.slice(16).join('')}-01`
}

function fillPath(path: string, params: Readonly<Record<string, string>> = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}

function queryString(query: unknown): string {
  if (typeof query !== 'object' || query === null) return ''
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter((item) => item !== undefined && item !== null && item !== '')
      .map((item) => [name, String(item)]),
  )
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`
}
