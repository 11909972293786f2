import { governorates } from '@darsi/contracts/reference/places/governorates.ts'
import { isVerified } from '@darsi/contracts/reference/roles.ts'
import { dayMs } from '@darsi/contracts/reference/tunis-time.ts'
import { countsAs } from '@darsi/contracts/rules/counted.ts'
import { fewestSamples } from '@darsi/contracts/rules/fewest.ts'
import type { CountGroup } from '../people/people-list.ts'
import type { UserStore } from '../users/user-store.ts'
import type { PublicFigures } from './daily-figures.ts'

/** product.md §1: public figures only from 50 users. */
const fewestUsers = 50

export function summed(groups: readonly CountGroup[]) {
  const sum = (pick: (group: CountGroup['_id']) => boolean) =>
    groups.reduce((total, { _id, count }) => total + (pick(_id) ? count : 0), 0)
  const ofRole = (role: string) => sum((group) => group.role === role)
  const verified = (group: CountGroup['_id']) =>
    isVerified({
      // `as`: roles come from our own events
      role: group.role as 'student',
      emailVerifiedAt: group.confirmed ? new Date(0) : null,
      approvedAt: group.approved ? new Date(0) : null,
    })
  const totalUsers = sum(() => true)
  const verifiedUsers = sum(verified)
  return {
    totalUsers,
    totalStudents: ofRole('student'),
    totalTeachers: ofRole('teacher'),
    totalParents: ofRole('parent'),
    // spec §3: admin plus super-admin
    totalAdmins: ofRole('admin') + ofRole('super-admin'),
    verifiedUsers,
    pendingVerifications: totalUsers - verifiedUsers,
    pendingApprovals: sum((group) => group.status === 'pending'),
  }
}

/** The teachers and students that pages show, by the one definition of `countsAs`. */
export function verifiedOf(groups: readonly CountGroup[]) {
  const sum = (what: 'teacher' | 'student') =>
    groups.reduce((total, { _id, count }) => total + (countsAs(_id) === what ? count : 0), 0)
  return { teachers: sum('teacher'), students: sum('student') }
}

export function createStatistics(users: UserStore) {
  const places = async () => {
    const found = await users.places()
    const count = (governorateId: number, role: string) =>
      found.find(({ _id }) => _id.governorateId === governorateId && _id.role === role)?.count ?? 0
    return governorates.map(({ id, name }) => ({
      governorateId: id,
      governorate: name.en,
      teachers: count(id, 'teacher'),
      students: count(id, 'student'),
    }))
  }
  const covered = async () => (await places()).filter(({ teachers }) => teachers > 0).length

  const location = async () =>
    (await places()).map((place) => ({
      ...place,
      teachers: place.teachers === 0 ? 0 : rounded(place.teachers) || null,
      students: place.students === 0 ? 0 : rounded(place.students) || null,
    }))

  return {
    totals: async () => summed(await users.counts()),
    governoratesCovered: covered,
    /** product.md §6: new users of 30 days against the 30 before. */
    growth: async (now = new Date()) => {
      const ago = (days: number) => new Date(now.getTime() - days * dayMs)
      const [current, previous] = await Promise.all([
        users.registeredBetween(ago(30), now),
        users.registeredBetween(ago(60), ago(30)),
      ])
      return { current, previous }
    },
    location,
    /** For pages that everyone reads; null below 50 users. */
    publicFigures: async (): Promise<PublicFigures | null> => {
      const groups = await users.counts()
      const { totalUsers } = summed(groups)
      if (totalUsers < fewestUsers) return null
      const { teachers, students } = verifiedOf(groups)
      return {
        totals: {
          totalTeachers: rounded(teachers),
          totalStudents: rounded(students),
          totalUsers: rounded(totalUsers),
        },
        governoratesCovered: await covered(),
        places: await location(),
      }
    },
  }
}

export type Statistics = ReturnType<typeof createStatistics>

/** Hides counts below five, which could identify a person; 0 is shown. */
export function masked(count: number): number | null {
  return count > 0 && count < fewestSamples ? null : count
}

/** For pages that everyone reads: two exact figures would show who registered in between. */
export const rounded = (count: number): number => Math.floor(count / fewestSamples) * fewestSamples
