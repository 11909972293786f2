import type { ProblemSlug } from '@darsi/contracts/problems/problem.ts'
import type { Log } from '../observability/log.ts'
import type { RefusalCounter } from '../observability/metrics.ts'

/** Kinds of refusals that operators count; few, because each is a metric label. */
type RefusalKind = 'password' | 'code' | 'forbidden' | 'not-found' | 'limited' | 'token'

const bySlug: { readonly [Slug in ProblemSlug]?: RefusalKind } = {
  'login-failed': 'password',
  'password-wrong': 'password',
  'mfa-code-wrong': 'code',
  'reset-link-invalid': 'code',
  'verification-token-unknown': 'code',
  // public pages: a 404 of an anonymous caller is not counted
  'email-change-link-unknown': 'code',
  'guardian-link-invalid': 'code',
  'take-over-invalid': 'code',
  'rate-limited': 'limited',
  'proof-of-work-required': 'limited',
  'session-ended': 'token',
}

/**
 * The kind of security event of a refusal; null for one without meaning, such as a missing form field. A 404 counts
 * only on a declared route for a signed-in caller: then it may be an attempt to read another person's data.
 */
export function refusalKind(
  { slug, status }: { slug: ProblemSlug; status: number },
  { route, isSignedIn }: { route: string; isSignedIn: boolean },
): RefusalKind | null {
  const known = bySlug[slug]
  if (known) return known
  if (status === 403) return 'forbidden'
  return status === 404 && isSignedIn && route !== unmatched ? 'not-found' : null
}

/** The sum of all refusals since the process started. */
export async function refusalsOf(refusals: Pick<RefusalCounter, 'get'>): Promise<number> {
  const { values } = await refusals.get()
  return values.reduce((sum, { value }) => sum + value, 0)
}

export const unmatched = 'unmatched'

/** Counts a refusal and logs one line without personal data; the request's own line has the account. */
export function noteRefusal(
  { refusals, log }: { refusals: RefusalCounter; log: Pick<Log, 'info'> },
  {
    kind,
    route,
    slug,
    correlationId,
  }: { kind: RefusalKind; route: string; slug: string; correlationId: unknown },
): void {
  refusals.inc({ kind, route })
  log.info({ security: 'refused', kind, route, problem: slug, correlationId }, 'security refusal')
}
