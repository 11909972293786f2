import {
  type ProblemParams,
  type ProblemSlug,
  problemCode,
  problemStatus,
  problemText,
} from '@darsi/contracts/problems/problem.ts'
import type { Language } from '@darsi/contracts/reference/languages.ts'

export type FieldProblem = { path: string; slug: ProblemSlug; params?: ProblemParams }

type ProblemOptions = {
  params?: ProblemParams
  /** Every failed field; the slug of the first one is usually the problem's own. */
  errors?: readonly FieldProblem[]
  /** In seconds, sent as `Retry-After`. */
  retryAfter?: number
  /** Extension members for programs, such as `challenge`. */
  extra?: Readonly<Record<string, unknown>>
  cause?: unknown
}

export class Problem extends Error {
  readonly slug: ProblemSlug
  readonly status: number
  readonly options: ProblemOptions

  constructor(slug: ProblemSlug, options: ProblemOptions = {}) {
    super(slug, { cause: options.cause })
    this.name = 'Problem'
    this.slug = slug
    this.status = problemStatus[slug]
    this.options = options
  }
}

/** `throw problem('not-found')`: one mapper in `app.ts` answers it. */
export function problem(slug: ProblemSlug, options?: ProblemOptions): Problem {
  return new Problem(slug, options)
}

/** True for a problem of one of these kinds. */
export function isProblem(error: unknown, ...slugs: readonly ProblemSlug[]): boolean {
  return error instanceof Problem && slugs.includes(error.slug)
}

/** The problem document of the specification: RFC 9457 with `success`, `error` and `message`. */
export function problemDocument(failure: Problem, language: Language, instance: string) {
  const { params, errors, extra } = failure.options
  const text = problemText(failure.slug, language, params)
  return {
    success: false,
    error: text,
    message: text,
    code: problemCode(failure.slug),
    type: `/problems/${failure.slug}`,
    title: problemText(failure.slug, 'en', params),
    status: failure.status,
    detail: text,
    instance,
    ...(errors && {
      errors: errors.map((field) => ({
        path: field.path,
        code: problemCode(field.slug),
        message: problemText(field.slug, language, field.params),
      })),
    }),
    ...extra,
  }
}

/** Too many calls; the next one is allowed after `ms`. */
export function rateLimited(ms: number): Problem {
  const seconds = Math.max(1, Math.ceil(ms / 1000))
  return problem('rate-limited', { retryAfter: seconds, params: { count: Math.ceil(seconds / 60) } })
}
