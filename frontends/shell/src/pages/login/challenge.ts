import { ApiError } from '@darsi/client/api/api-error.ts'

/** A sign-in that waits for a second factor. It has a secret if the account must set up a factor first. */
export type Challenge = { token: string; enrolment: { secret: string; uri: string } | null }

export function challengeIn(error: unknown): Challenge | null {
  if (!(error instanceof ApiError)) return null
  const token = text(error.body, 'challenge')
  if (token === null) return null
  if (error.code === 'MFA_REQUIRED') return { token, enrolment: null }
  if (error.code !== 'MFA_ENROLMENT_REQUIRED') return null
  const [secret, uri] = [text(error.body, 'secret'), text(error.body, 'uri')]
  return secret === null || uri === null ? null : { token, enrolment: { secret, uri } }
}

function text(body: unknown, name: string): string | null {
  if (typeof body !== 'object' || body === null || !(name in body)) return null
  // `as`: `in` has shown that it is there
  const value = (body as Record<string, unknown>)[name]
  return typeof value === 'string' ? value : null
}
