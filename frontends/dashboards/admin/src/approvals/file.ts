import type { ListedUser } from '@darsi/features/users/public.ts'

/** How many registrations one click may approve. Each is decided and audited separately. */
export const bulkLimit = 20

type Gap =
  | 'email'
  | 'phone'
  | 'location'
  | 'employment'
  | 'authorisation'
  | Exclude<ListedUser['missing'][number], 'address'>

type File = Pick<ListedUser, 'emailVerified' | 'phone' | 'location' | 'role' | 'employment'> & {
  missing: readonly ListedUser['missing'][number][]
}

/**
 * The gaps that an administrator has to check before this registration can be approved in bulk: those that the server
 * refuses, and what else a person should look at.
 */
export function gapsOf({ emailVerified, phone, location, role, employment, missing }: File): readonly Gap[] {
  const isTeacher = role === 'teacher'
  const gaps: readonly [Gap, boolean][] = [
    ['email', !emailVerified],
    ['phone', phone === ''],
    ['location', location === ''],
    ['employment', isTeacher && employment === null],
    ['authorisation', isTeacher && employment?.status === 'public-school'],
  ]
  const required = missing.filter((need) => need !== 'address')
  return [...gaps.filter(([, isGap]) => isGap).map(([gap]) => gap), ...required]
}
