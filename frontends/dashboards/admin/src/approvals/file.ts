import type { ListedUser } from '@darsi/features/users/public.ts'

/** How many registrations one click may approve. Each is decided and audited separately. */
export const bulkLimit = 20

type Gap = 'email' | 'phone' | 'location' | 'employment' | 'authorisation'

type File = Pick<ListedUser, 'emailVerified' | 'phone' | 'location' | 'role' | 'employment'>

/** The gaps that an administrator has to check before this registration can be approved in bulk. */
export function gapsOf({ emailVerified, phone, location, role, employment }: File): readonly Gap[] {
  const isTeacher = role === 'teacher'
  const gaps: readonly [Gap, boolean][] = [
    ['email', !emailVerified],
    ['phone', phone === ''],
    ['location', location === ''],
    ['employment', isTeacher && employment === null],
    ['authorisation', isTeacher && employment?.status === 'public-school'],
  ]
  return gaps.filter(([, isGap]) => isGap).map(([gap]) => gap)
}
