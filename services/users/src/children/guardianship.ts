import { isEmail, normaliseEmail } from '@darsi/contracts/registration-rules.ts'
import { problem } from '@darsi/kit/problem.ts'
import type { Connections } from '../connections/connections.ts'
import { isMinorAccount, type Profile } from '../profile.ts'
import type { ProfileStore } from '../profile-store.ts'
import { type Child, type ChildChange, changeChild, childOfAccount } from './child.ts'
import type { ChildStore } from './child-store.ts'
import type { LinkStore } from './link-store.ts'

const dayMs = 24 * 3600 * 1000
const invitationsPerDay = 5

export type GuardianshipParts = {
  profiles: ProfileStore
  children: ChildStore
  links: LinkStore
  connections: Pick<Connections, 'settleChild'>
  now?: () => Date
}

export type Guardianship = ReturnType<typeof createGuardianship>

/** How a child gets guardians and loses them; its connections follow at once. */
export function createGuardianship(parts: GuardianshipParts) {
  const { profiles, children, links, connections, now = () => new Date() } = parts

  const invite = async (student: Profile, address: string): Promise<void> => {
    const email = normaliseEmail(address)
    // nobody is the guardian of oneself
    if (!isEmail(email) || email === normaliseEmail(student.email)) throw problem('email-invalid')
    if (!isMinorAccount(student, now())) throw problem('forbidden')
    const recent = await links.invitedSince(student._id, new Date(now().getTime() - dayMs))
    if (recent >= invitationsPerDay)
      throw problem('rate-limited', { params: { minutes: dayMs / 60_000 }, retryAfter: dayMs / 1000 })
    const { _id: id, fullName, language } = student
    await links.invite({ id, fullName, language }, email, now())
  }

  const childOfStudent = async (
    studentId: string,
    linkId: string,
    guardianId: string,
  ): Promise<Child | null> => {
    const student = await profiles.find(studentId)
    if (student?.status !== 'approved' || !isMinorAccount(student, now())) return null
    const known = await children.ofAccount(studentId)
    if (known) return children.addGuardian(known._id, guardianId)
    // the link's own id: used twice by the same person it makes one child
    await children.add(childOfAccount(linkId, student, guardianId, now()))
    return children.guarded(linkId, guardianId)
  }

  /** A guardian knows when the child was born: its own account takes that over, and its connections follow. */
  const follow = async (childId: string): Promise<void> => {
    const { accountId = null, birthYear = null } = (await children.byId(childId)) ?? {}
    if (accountId && birthYear !== null) await profiles.correctBirthYear(accountId, birthYear, now())
    await connections.settleChild(childId)
  }

  return {
    invite,
    follow,

    /** The address that a minor gave at registration, once its own was confirmed; a repeated event mails nobody. */
    inviteRegistered: async (studentId: string): Promise<void> => {
      const student = await profiles.find(studentId)
      const address = student?.roleData['guardianEmail']
      if (!student || typeof address !== 'string' || address.trim() === '') return
      const isKnown =
        (await links.invitedSince(studentId, new Date(0))) > 0 || (await children.ofAccount(studentId))
      if (isKnown || !isMinorAccount(student, now())) return
      await invite(student, address)
    },

    /** @throws problem `guardian-link-invalid` */
    accept: async (token: string, guardianId: string): Promise<Child> => {
      const link = await links.use(token, guardianId, now())
      const child = link?.studentId
        ? await childOfStudent(link.studentId, link._id, guardianId)
        : link?.childId
          ? await children.addGuardian(link.childId, guardianId, link.by)
          : null
      if (!child) throw problem('guardian-link-invalid')
      await connections.settleChild(child._id)
      return child
    },

    /** @throws problem `not-found`, `stale-version` or of a broken rule */
    change: async (id: string, guardianId: string, version: number, given: ChildChange): Promise<Child> => {
      const child = await children.change(id, guardianId, version, (found) =>
        changeChild(found, given, now()),
      )
      await follow(id)
      return child
    },

    /** With the last guardian the child is erased, and what rested on it ends. */
    leave: async (childId: string, guardianId: string): Promise<void> => {
      await children.removeGuardian(childId, guardianId, now())
      await connections.settleChild(childId)
    },
  }
}
