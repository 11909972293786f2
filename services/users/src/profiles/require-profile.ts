import { problem } from '@darsi/kit/http/problem.ts'

/** The profile is created by an event, so a call right after the registration may come first. */
export function requireProfile<T>(profile: T | null): T {
  if (!profile) throw problem('profile-not-ready', { retryAfter: 1 })
  return profile
}
