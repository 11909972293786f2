type FieldProblem = { readonly path: string; readonly message: string }

type Details = {
  status: number
  code: string | null
  message: string
  errors: readonly FieldProblem[]
  retryAfter: number | null
  requestId: string | null
  body: unknown
  isUnexplained?: boolean
}

/** A failed call. `status` 0 is a network failure; `message` can be shown to users. */
export class ApiError extends Error {
  /** Checked by name: the shell makes the client, and each dashboard has its own copy of this class. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'ApiError'
  }

  readonly status: number
  /** The error code: `LOGIN_FAILED`, `EMAIL_NOT_VERIFIED`, … */
  readonly code: string | null
  readonly errors: readonly FieldProblem[]
  /** Seconds to wait, from a 429 or 503. */
  readonly retryAfter: number | null
  readonly requestId: string | null
  readonly body: unknown
  /** The answer had no message: `message` is the general text, which a caller may replace by a more precise one. */
  readonly isUnexplained: boolean

  constructor({
    status,
    code,
    message,
    errors,
    retryAfter,
    requestId,
    body,
    isUnexplained = false,
  }: Details) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.errors = errors
    this.retryAfter = retryAfter
    this.requestId = requestId
    this.body = body
    this.isUnexplained = isUnexplained
  }

  /** The message about one form field, if the answer has one. */
  about(path: string): string | undefined {
    return this.errors.find((problem) => problem.path === path)?.message
  }
}

export function networkError(message: string): ApiError {
  return new ApiError({ ...noProblem, status: 0, message })
}

/** An answer that is no JSON although its status says success, or one of a proxy. */
export function unexplainedError(status: number, message: string): ApiError {
  return new ApiError({ ...noProblem, status, message, isUnexplained: true })
}

/** For errors that no call threw, for example of a file that the browser cannot read. */
export function asApiError(failure: unknown): ApiError {
  if (failure instanceof ApiError) return failure
  return networkError(failure instanceof Error ? failure.message : String(failure))
}

/** The fields of an error without a problem document. */
const noProblem = { code: null, errors: [], retryAfter: null, requestId: null, body: null }

/** Reads a problem document (product.md §6) or any other failed answer. */
export async function errorFrom(response: Response, fallback: string): Promise<ApiError> {
  const body = await response.json().catch((): unknown => null)
  const field = (name: string) => (isObject(body) ? body[name] : undefined)
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)
  const said = text(field('message')) ?? text(field('error'))
  return new ApiError({
    status: response.status,
    code: text(field('code')),
    message: said ?? fallback,
    isUnexplained: said === null,
    errors: fieldProblems(field('errors')),
    retryAfter: seconds(response.headers.get('retry-after')),
    requestId: text(field('instance')),
    body,
  })
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

function fieldProblems(value: unknown): FieldProblem[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((item: unknown) => {
    if (!isObject(item)) return []
    const { path, message } = item
    return typeof path === 'string' && typeof message === 'string' ? [{ path, message }] : []
  })
}

function seconds(header: string | null): number | null {
  if (header === null || header === '') return null
  const count = Number(header)
  if (Number.isFinite(count)) return Math.max(0, count)
  const until = Date.parse(header)
  return Number.isNaN(until) ? null : Math.max(0, Math.ceil((until - Date.now()) / 1000))
}

// a wrong password or second factor is a 401 too, but with another code
const sessionCodes = ['UNAUTHENTICATED', 'SESSION_ENDED', null]
/** Whether the access token was refused, so that a new one may help. */
export const isSessionProblem = (key: string, { status, code }: ApiError) =>
  status === 401 && sessionCodes.includes(code) && !key.startsWith('POST /auth/login')
