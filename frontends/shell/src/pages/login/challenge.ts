import { ApiError } from '@darsi/ui/api-error.ts'

/** The challenge of a second factor, when a sign-in was stopped for one. */
export function challengeIn(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.code !== 'MFA_REQUIRED') return null
  const { body } = error
  if (typeof body !== 'object' || body === null || !('challenge' in body)) return null
  return typeof body.challenge === 'string' ? body.challenge : null
}
