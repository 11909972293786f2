import { problem } from '@darsi/kit/http/problem.ts'
import type { ProfileStore } from './profile-store.ts'

/** The profile is created by an event, so a call right after the registration may come first. */
export function requireProfile<T>(profile: T | null): T {
  if (!profile) throw problem('profile-not-ready', { retryAfter: 1 })
  return profile
}

/** An access token outlives its account by minutes. @throws problem `unauthenticated` */
export async function refuseErased(
  profiles: Pick<ProfileStore, 'erasedAmong'>,
  userId: string,
): Promise<void> {
  if ((await profiles.erasedAmong([userId])).length > 0) throw problem('unauthenticated')
}
