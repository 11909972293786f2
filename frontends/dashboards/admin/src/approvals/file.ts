import type { ListedUser } from '@darsi/features/users/public.ts'

/** At most so many files are approved with one press; each is decided and audited by itself. */
export const bulkLimit = 20

export type Gap = 'email' | 'phone' | 'location' | 'employment' | 'authorisation'

type File = Pick<ListedUser, 'emailVerified' | 'phone' | 'location' | 'role' | 'employment'>

/** What an administrator has to look at before this registration can be approved together with others. */
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
