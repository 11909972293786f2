import type { FormerPerson } from '@darsi/contracts/events/event-parts.ts'
import type { DarsiEvent } from '@darsi/contracts/events/events.ts'
import type { AccountStatus } from '@darsi/contracts/rules/schemas.ts'
import type { Consumes } from '@darsi/kit/events/consumer.ts'
import { eraseAccount, reclaimAccount, suspendAccount } from './account-lifecycle.ts'
import { parentData, registeredChild } from './children/child.ts'
import { nameGuardian, settleParty } from './connections/settle-connections.ts'
import { inviteRegisteredGuardian } from './families/guardianship.ts'
import { inviteFormerGuardians, returnedMinor } from './families/returned-minor.ts'
import type { Parts } from './parts.ts'
import { changeCard } from './photos/photo-commands.ts'
import { approvedCard } from './profiles/card-review.ts'
import { newProfile, type Profile } from './profiles/profile.ts'
import { applyCardReview } from './profiles/profile-change.ts'
import { followProofs } from './proofs/proof-commands.ts'
import { noteShownSlug, releaseSlugs } from './public-pages/public-page-commands.ts'
import {
  followProfile,
  followStatus,
  openTeacher,
  type StatusEvent,
  verifyTeacher,
} from './teachers/search-updates.ts'

export function accountConsumers(parts: Parts): Consumes {
  const { profiles, links } = parts
  /** The owner proved the account: codes and links from before may be an intruder's (docs/children.md). */
  const voidLinks = ({ subject, time }: Pick<DarsiEvent, 'subject' | 'time'>) =>
    links.voidUnused(subject, new Date(time))
  const changeEmail = async (event: DarsiEvent<'user.email-changed' | 'user.email-change-undone'>) => {
    const { subject, sequence, personal } = event
    await profiles.update(subject, (profile) => ({ ...profile, email: personal.email }), { sequence })
    await profiles.requireDocument(subject)
    await voidLinks(event)
  }
  const rows = accountRows(parts)
  const open = async (event: DarsiEvent<'user.approved' | 'user.reinstated'>) => {
    await setStatus(parts, event, 'approved')
    const { subject, data } = event
    const profileAt = new Date(data.profileAt ?? data.at)
    await profiles.update(subject, (profile) => approvedCard(profile, profileAt))
  }
  return {
    ...rows,
    'user.approved': open,
    'user.reinstated': async (event) => {
      await open(event)
      await nameGuardian(parts, event.subject)
    },
    'user.registered': async (event) => {
      // before the account can ask for a connection, and again once the profile keeps the earlier accounts
      await followFormer(parts, event.subject, event.personal.former)
      await register(parts, event)
      await followFormer(parts, event.subject, event.personal.former)
    },
    'user.recognised': ({ subject, personal }) => followFormer(parts, subject, personal.former),
    'user.invited': ({ subject, sequence, data, personal }) => {
      const { email, fullName, language } = personal
      const person = { email, fullName, language, role: data.role, status: data.status }
      return profiles.create(newProfile(subject, person, new Date(data.createdAt)), sequence)
    },
    'user.verified': async (event) => {
      await profiles.setVerified(event.subject, event)
      await verifyTeacher(parts, event)
      await inviteFormerGuardians(parts, event.subject)
      await inviteRegisteredGuardian(parts, event.subject)
    },
    'user.reclaimed': async (event) => {
      // first: the text of the other person must not be listed under the verified account
      await reclaimAccount(parts, event)
      await profiles.setVerified(event.subject, event)
      await verifyTeacher(parts, event)
    },
    'user.email-changed': changeEmail,
    'user.email-change-undone': changeEmail,
    'user.password-changed': voidLinks,
    'user.sessions-ended': voidLinks,
    'user.suspended': async (event) => {
      await followStatus(parts, event, 'suspended')
      await voidLinks(event)
      await suspendAccount(parts, event)
    },
    'user.deletion-requested': ({ data }) =>
      eraseAccount(parts, data.userId, new Date(data.at), data.evidence),
    'card.reviewed': async ({ data }) => {
      const { teacherId, changedAt, at } = data
      const decision = { decision: data.decision, changedAt: new Date(changedAt) }
      const decide = (profile: Profile) => applyCardReview(profile, decision, new Date(at))
      const before = await profiles.find(teacherId)
      if (before) await noteShownSlug(parts.publicPages, before)
      const changed = await changeCard(parts, teacherId, decide)
      if (changed) await releaseSlugs(parts.publicPages, changed.before, changed.after)
    },
  }
}

/** Handlers of state records. */
export function accountRows(parts: Parts): Consumes {
  const { profiles } = parts
  const status = (to: AccountStatus) => (event: StatusEvent) => setStatus(parts, event, to)
  return {
    'user.registered': (event) => openTeacher(parts, event),
    'user.verified': async (event) => {
      await profiles.setVerified(event.subject, event)
      await verifyTeacher(parts, event)
    },
    'user.approved': status('approved'),
    'user.reinstated': status('approved'),
    'user.reopened': status('pending'),
    'user.suspended': status('suspended'),
    'user.profile-changed': async (event) => {
      await followProfile(parts, event)
      await followProofs(parts, { data: { teacherId: event.subject } })
    },
  }
}

async function setStatus(parts: Parts, event: StatusEvent, to: AccountStatus): Promise<void> {
  await parts.profiles.setStatus(event.subject, to, event)
  await followStatus(parts, event, to)
}

/** The exclusions and blocks of a person's earlier accounts hold for this one, later exclusions too. */
async function followFormer(parts: Parts, userId: string, former: FormerPerson | undefined): Promise<void> {
  const same = former?.accounts.filter(({ match }) => match === 'contact') ?? []
  if (same.length === 0) return
  const formerIds = same.map((account) => account.userId)
  // an exclusion that is written at this moment finds the accounts, or is found here
  await parts.profiles.addFormer(userId, formerIds)
  await parts.connections.exclusions.goesOnAs(formerIds, userId)
  await parts.connections.blocks.goesOnAs(formerIds, userId)
  await settleParty(parts, userId)
}

async function register(parts: Parts, event: DarsiEvent<'user.registered'>): Promise<void> {
  const { profiles, children, guardianHistory, now } = parts
  const { subject, sequence, data, personal } = event
  const at = new Date(data.createdAt)
  const isParent = data.role === 'parent'
  const child = isParent ? registeredChild(subject, personal.roleData, at) : null
  const returned = data.role === 'student' ? returnedMinor(personal.roleData, personal.former, now()) : null
  // also when every guardian had left: a new one needs an administrator, as it did before the account was closed
  if (returned?.hadGuardian) await guardianHistory.noteEarlier(subject, returned)
  const own = returned?.roleData ?? personal.roleData
  const roleData = isParent ? parentData(own, child) : own
  const { role, status, verifiedAt } = data
  const person = { ...personal, roleData, role, status, emailVerified: verifiedAt !== undefined }
  await profiles.create(newProfile(subject, person, at), sequence)
  await openTeacher(parts, event)
  // an account that was erased before this event arrived gets no child
  if (!child || !(await profiles.find(subject))) return
  await children.add(child)
}
