import { governorates } from '@darsi/contracts/governorates.ts'
import { isVerified } from '@darsi/contracts/roles.ts'
import { cached } from './cached.ts'
import type { CountGroup } from './plain-users.ts'
import type { UserStore } from './user-store.ts'

/** product.md §1: public figures only from 50 users, places only from 5. */
const fewestUsers = 50
const fewestInPlace = 5

const publicMs = 10_000

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

/** Teachers whom an administrator approved and students who confirmed their address, without the suspended ones. */
export function verifiedOf(groups: readonly CountGroup[]) {
  const sum = (pick: (group: CountGroup['_id']) => boolean) =>
    groups.reduce((total, { _id, count }) => total + (pick(_id) ? count : 0), 0)
  return {
    teachers: sum(({ role, status, approved }) => role === 'teacher' && status === 'approved' && approved),
    students: sum(({ role, status, confirmed }) => role === 'student' && status === 'approved' && confirmed),
  }
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
  const masked = (count: number) => (count > 0 && count < fewestInPlace ? null : count)

  const platform = async () => {
    const groups = await users.counts()
    const { totalUsers } = summed(groups)
    const verified = verifiedOf(groups)
    const shown = (count: number) => (totalUsers < fewestUsers ? null : count)
    return {
      // the pages that show them say so: verified teachers, verified students
      totalTeachers: shown(verified.teachers),
      totalStudents: shown(verified.students),
      totalUsers: shown(totalUsers),
      governoratesCovered: await covered(),
    }
  }
  const location = async () =>
    (await places()).map((place) => ({
      ...place,
      teachers: masked(place.teachers),
      students: masked(place.students),
    }))
  const basic = async () => {
    const { totalTeachers, totalStudents, totalUsers } = summed(await users.counts())
    return { totalTeachers, totalStudents, totalUsers }
  }

  return {
    totals: async () => summed(await users.counts()),
    governoratesCovered: covered,
    /** product.md §6: new users of 30 days against the 30 before. */
    growth: async (now = new Date()) => {
      const ago = (days: number) => new Date(now.getTime() - days * 24 * 3600 * 1000)
      const [current, previous] = await Promise.all([
        users.registeredBetween(ago(30), now),
        users.registeredBetween(ago(60), ago(30)),
      ])
      return { current, previous }
    },
    // everybody may ask for these, so they are counted once for all
    basic: cached(publicMs, basic),
    platform: cached(publicMs, platform),
    location: cached(publicMs, location),
  }
}

export type Statistics = ReturnType<typeof createStatistics>
