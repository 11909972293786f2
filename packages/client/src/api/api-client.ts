import type { Api, ApiKey } from '@darsi/contracts/calls/api.ts'
import { isLanguage, type Language } from '@darsi/contracts/reference/languages.ts'
import { translator } from '@darsi/design/i18n/catalogue.ts'
import { designTexts } from '@darsi/design/i18n/texts.ts'
import { readSession } from '../session/session.ts'
import { ApiError, errorFrom, isSessionProblem, unexplainedError } from './api-error.ts'
import { type AskForPassword, createReauthenticate } from './reauthentication.ts'
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
    /** Makes repeated POSTs one action; reuse it for the retries of one user action. */
    idempotencyKey?: string
    signal?: AbortSignal
    keepalive?: boolean
    headers?: Readonly<Record<string, string>>
  }
/** The second argument of `call`. */
export type CallRest<K extends ApiKey> =
  Record<never, never> extends CallOptions<K> ? [options?: CallOptions<K>] : [options: CallOptions<K>]

export type ApiClient = {
  call<K extends ApiKey>(key: K, ...rest: CallRest<K>): Promise<Api[K]['answer']>
  /** The raw response, for streams and downloads. Failures are thrown as in `call`. */
  response<K extends ApiKey>(key: K, ...rest: CallRest<K>): Promise<Response>
  /** Renews the access token now, once for all callers and tabs; false if the session has ended. */
  refresh(): Promise<boolean>
}

type ApiSettings = {
  /** The base path of the calls: `/api`. */
  baseUrl: string
  /** Called when the session has ended: the refresh token was refused. */
  onSignedOut: () => void
  /** Asks for the password if a call needs a fresh proof, then repeats the call. Without it such a call fails. */
  askPassword?: AskForPassword
  /** True if the page was idle for too long: its session is then ended instead of renewed. */
  isIdle?: () => boolean
  /** The language of the answers; by default that of the page. */
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
  const failed = () => translator(designTexts.ui, language())('callFailed')
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
        throw unexplainedError(answered.status, failed())
      })
    },
    response: (key, ...[options]) => response(key, { ...options, lasting: true }),
    refresh: async () => (await renew(readSession()?.token ?? null)) !== null,
  }
}

function pageLanguage(): Language {
  const lang = document.documentElement.lang
  return isLanguage(lang) ? lang : 'en'
}
