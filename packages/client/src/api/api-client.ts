import type { Api, ApiKey } from '@darsi/contracts/calls/api.ts'
import { isLanguage, type Language } from '@darsi/contracts/reference/languages.ts'
import { translator } from '@darsi/design/i18n/catalogue.ts'
import { uiTexts } from '@darsi/design/i18n/texts.ts'
import type { PasswordQuestion } from '../password-question/password-question.ts'
import { readSession } from '../session/session.ts'
import { ApiError, errorFrom, isSessionProblem } from './api-error.ts'
import { createReauthenticate } from './reauthentication.ts'
import { createRenew } from './renewal.ts'
import { createSend, type SendOptions } from './send.ts'

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
    keepalive?: boolean
    headers?: Readonly<Record<string, string>>
  }
/** What follows the key in `call`. */
export type CallRest<K extends ApiKey> =
  Record<never, never> extends CallOptions<K> ? [options?: CallOptions<K>] : [options: CallOptions<K>]

export type ApiClient = {
  call<K extends ApiKey>(key: K, ...rest: CallRest<K>): Promise<Api[K]['answer']>
  /** The response itself, for streams and downloads; failures are thrown as by `call`. */
  response<K extends ApiKey>(key: K, ...rest: CallRest<K>): Promise<Response>
  /** Renews the access token now, once for all callers and tabs; false when the session is over. */
  refresh(): Promise<boolean>
}

type ApiSettings = {
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

export function createApi({
  baseUrl,
  onSignedOut,
  askPassword,
  isIdle = () => false,
  language = pageLanguage,
  fetch,
}: ApiSettings): ApiClient {
  const failed = () => translator(uiTexts, language())('callFailed')
  const send = createSend({ baseUrl, language, fetch })
  const renew = createRenew({ send, failed, isIdle, onSignedOut })
  const reauthenticate = askPassword && createReauthenticate({ send, renew, failed, askPassword })

  async function signedIn(key: string, options: SendOptions): Promise<Response> {
    const token = readSession()?.token ?? null
    const first = await send(key, options, token)
    if (first.ok) return first
    const error = await errorFrom(first, failed())
    if (token === null || !isSessionProblem(key, error)) throw error
    const renewed = await renew(token)
    if (renewed === null) throw error
    const second = await send(key, options, renewed)
    if (!second.ok) throw await errorFrom(second, failed())
    return second
  }

  async function response(key: string, options: SendOptions = {}): Promise<Response> {
    try {
      return await signedIn(key, options)
    } catch (error) {
      const asks = error instanceof ApiError && error.code === 'REAUTHENTICATION_REQUIRED'
      if (!asks || !(await reauthenticate?.())) throw error
      return signedIn(key, options)
    }
  }

  return {
    async call(key, ...[options]) {
      const answered = await response(key, options)
      if (answered.status === 204) return {}
      return answered.json().catch(() => {
        throw unexplained(answered.status, failed())
      })
    },
    response: (key, ...[options]) => response(key, options),
    refresh: async () => (await renew(readSession()?.token ?? null)) !== null,
  }
}

const unexplained = (status: number, message: string) =>
  new ApiError({
    status,
    code: null,
    message,
    errors: [],
    retryAfter: null,
    requestId: null,
    body: null,
    isUnexplained: true,
  })

function pageLanguage(): Language {
  const lang = document.documentElement.lang
  return isLanguage(lang) ? lang : 'en'
}
