import type { Api, ApiKey } from '@darsi/contracts/api.ts'
import { isLanguage, type Language } from '@darsi/contracts/languages.ts'
import { ApiError, errorFrom, networkError } from './api-error.ts'
import { translator } from './catalogue.ts'
import type { PasswordQuestion } from './security/password-question.ts'
import { clearSession, readSession, writeSession } from './session.ts'
import { uiTexts } from './texts.ts'

type Part<K extends ApiKey, P extends 'query' | 'body'> = undefined extends Api[K][P]
  ? { [N in P]?: undefined }
  : Record<never, never> extends Api[K][P]
    ? { [N in P]?: Api[K][P] }
    : { [N in P]: Api[K][P] }
type PathParams<K extends ApiKey> = keyof Api[K]['params'] extends never
  ? { params?: undefined }
  : { params: { [N in keyof Api[K]['params']]: string } }

export type CallOptions<K extends ApiKey> = PathParams<K> &
  Part<K, 'query'> &
  Part<K, 'body'> & {
    /** Makes a repeated POST one action; keep it for the retries of one user action. */
    idempotencyKey?: string
    signal?: AbortSignal
    headers?: Readonly<Record<string, string>>
  }
type Rest<K extends ApiKey> =
  Record<never, never> extends CallOptions<K> ? [options?: CallOptions<K>] : [options: CallOptions<K>]

export type ApiClient = {
  call<K extends ApiKey>(key: K, ...rest: Rest<K>): Promise<Api[K]['answer']>
  /** The response itself, for streams and downloads; failures are thrown as by `call`. */
  response<K extends ApiKey>(key: K, ...rest: Rest<K>): Promise<Response>
  /** Renews the access token now, once for all callers and tabs; false when the session is over. */
  refresh(): Promise<boolean>
}

export type ApiSettings = {
  /** Where the calls live: `/api`. */
  baseUrl: string
  /** The session is over: the refresh token was refused. */
  onSignedOut: () => void
  /** Asks for the password where a call needs a fresh proof, and then repeats the call; without it such a call fails. */
  askPassword?: PasswordQuestion['ask']
  /** True when the page was left alone for too long: its session is then ended in place of renewed. */
  isIdle?: () => boolean
  /** Language of the answers; by default that of the page. */
  language?: () => Language
  fetch?: typeof globalThis.fetch
}

type Loose = {
  params?: Readonly<Record<string, string>> | undefined
  query?: unknown
  body?: unknown
  idempotencyKey?: string
  signal?: AbortSignal
  headers?: Readonly<Record<string, string>>
}

export function createApi({
  baseUrl,
  onSignedOut,
  askPassword,
  isIdle = () => false,
  language = pageLanguage,
  ...settings
}: ApiSettings): ApiClient {
  const send = settings.fetch ?? ((...args: Parameters<typeof fetch>) => globalThis.fetch(...args))
  const t = (key: 'networkError' | 'callFailed') => translator(uiTexts, language())(key)
  let renewal: Promise<string | null> | null = null
  let question: Promise<boolean> | null = null

  async function request(key: string, options: Loose, token: string | null): Promise<Response> {
    const [method = 'GET', path = '/'] = key.split(' ')
    const headers = new Headers(options.headers)
    headers.set('Accept-Language', language())
    headers.set('traceparent', newTraceparent())
    if (token !== null) headers.set('Authorization', `Bearer ${token}`)
    if (options.body !== undefined) headers.set('Content-Type', 'application/json')
    if (options.idempotencyKey !== undefined) headers.set('Idempotency-Key', options.idempotencyKey)
    try {
      return await send(baseUrl + fillPath(path, options.params) + queryString(options.query), {
        method,
        headers,
        credentials: 'same-origin',
        body: options.body === undefined ? null : JSON.stringify(options.body),
        signal: options.signal ?? null,
      })
    } catch (error) {
      if (options.signal?.aborted === true) throw error
      throw networkError(t('networkError'))
    }
  }

  function renew(used: string | null): Promise<string | null> {
    renewal ??= alone(() => exchange(used)).finally(() => {
      renewal = null
    })
    return renewal
  }

  /** The new token; null when the session is over. Another tab may have renewed while we waited for the lock. */
  async function exchange(used: string | null): Promise<string | null> {
    const before = readSession()
    if (before !== null && before.token !== used) return before.token
    if (before !== null && isIdle()) return abandon(before.token)
    const response = await request('POST /auth/refresh', {}, null)
    if (response.ok) {
      // what our own auth service answers, as the contract types it
      const answer = (await response.json()) as Api['POST /auth/refresh']['answer']
      writeSession(answer)
      return answer.token
    }
    if (response.status !== 401 && response.status !== 403) throw await errorFrom(response, t('callFailed'))
    clearSession()
    // a visitor without a session has none to lose
    if (before !== null) onSignedOut()
    return null
  }

  async function abandon(token: string): Promise<null> {
    // offline the server ends it by its own clock
    await request('POST /auth/logout', {}, token).catch(() => null)
    clearSession()
    onSignedOut()
    return null
  }

  async function signedIn(key: string, options: Loose): Promise<Response> {
    const token = readSession()?.token ?? null
    const first = await request(key, options, token)
    if (first.ok) return first
    const error = await errorFrom(first, t('callFailed'))
    if (token === null || !isSessionProblem(key, error)) throw error
    const renewed = await renew(token)
    if (renewed === null) throw error
    const second = await request(key, options, renewed)
    if (!second.ok) throw await errorFrom(second, t('callFailed'))
    return second
  }

  /** One question for all calls that wait for it. */
  async function askOnce(): Promise<boolean> {
    if (!askPassword) return false
    question ??= askPassword(async (password) => {
      const proven = await signedIn('POST /auth/reauthenticate', { body: { password } })
      // what our own auth service answers, as the contract types it
      writeSession((await proven.json()) as Api['POST /auth/reauthenticate']['answer'])
    }).finally(() => {
      question = null
    })
    return question
  }

  async function response(key: string, options: Loose = {}): Promise<Response> {
    try {
      return await signedIn(key, options)
    } catch (error) {
      const asks = error instanceof ApiError && error.code === 'REAUTHENTICATION_REQUIRED'
      if (!asks || !(await askOnce())) throw error
      return signedIn(key, options)
    }
  }

  return {
    async call(key, ...[options]) {
      const answered = await response(key, options)
      if (answered.status === 204) return {}
      return answered.json().catch(() => {
        throw new ApiError({
          status: answered.status,
          code: null,
          message: t('callFailed'),
          errors: [],
          retryAfter: null,
          requestId: null,
          body: null,
          isUnexplained: true,
        })
      })
    },
    response: (key, ...[options]) => response(key, options),
    refresh: async () => (await renew(readSession()?.token ?? null)) !== null,
  }
}

// a wrong password or second factor is a 401 too, and says so
const sessionCodes = ['UNAUTHENTICATED', 'SESSION_ENDED', null]
const isSessionProblem = (key: string, { status, code }: ApiError) =>
  status === 401 && sessionCodes.includes(code) && !key.startsWith('POST /auth/login')

/** Each call begins a trace: its id stands in the logs, events and mails that follow from it (W3C Trace Context). */
function newTraceparent(): string {
  const hex = [...crypto.getRandomValues(new Uint8Array(24))].map((byte) =>
    byte.toString(16).padStart(2, '0'),
  )
  return `00-${hex.slice(0, 16).join('')}-${hex.slice(16).join('')}-01`
}

/** One tab at a time, where the browser can say so. */
async function alone<T>(work: () => Promise<T>): Promise<T> {
  const locks = typeof navigator === 'undefined' ? undefined : navigator.locks
  return locks === undefined ? work() : locks.request('darsi-refresh', work)
}

function pageLanguage(): Language {
  const lang = document.documentElement.lang
  return isLanguage(lang) ? lang : 'en'
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
