import { problem } from '@darsi/kit/problem.ts'

/** The profile comes by an event: right after registration a caller may be quicker. */
export function ready<T>(profile: T | null): T {
  if (!profile) throw problem('profile-not-ready', { retryAfter: 1 })
  return profile
}
