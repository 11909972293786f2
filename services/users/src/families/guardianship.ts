import type { Language } from '@darsi/contracts/reference/languages.ts'
import { isEmail, normaliseEmail } from '@darsi/contracts/rules/registration/registration-rules.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { hashOf } from '@darsi/kit/identity/tokens.ts'
import {
  type Child,
  type ChildChange,
  changeChild,
  childOfAccount,
  type HeldFields,
} from '../children/child.ts'
import { isPersonOfLearner } from '../guardians/care-context.ts'
import type { GuardianHistoryStore } from '../guardians/guardian-history-store.ts'
import type { GuardianLink } from '../guardians/guardian-link.ts'
import type { GuardianLinkStore } from '../guardians/guardian-link-store.ts'
import { weakensProtection } from '../guardians/weaker-protection.ts'
import { isMinorAccount, type Profile } from '../profiles/profile.ts'
import type { ProfileStore } from '../profiles/profile-store.ts'
import type { WriteLimits } from '../write-limits.ts'
import {
  askByCode,
  askForAge,
  askForGuardian,
  askForStatedAge,
  type CareChangeParts,
  joinAccount,
  withdrawAge,
} from './care-change-commands.ts'

export type GuardianshipParts = CareChangeParts & {
  profiles: Pick<ProfileStore, 'erasedAmong'>
  links: GuardianLinkStore
  guardianHistory: GuardianHistoryStore
}
type Invited = { studentId: string; linkId: string; guardianId: string; isFormer: boolean }
export type InvitationParts = { links: GuardianLinkStore; writeLimits: WriteLimits; now: () => Date }

/**
 * Mails a guardian the link by which the minor's account gets a guardian: five times a day at most, three times to one
 * address, which gets twelve mails from all pupils together.
 * @throws problem `email-invalid`, also for the own address, `forbidden` for an adult, `rate-limited`
 */
export async function inviteGuardian(
  { links, writeLimits, now }: InvitationParts,
  student: Profile,
  { email, language }: { email: string; language?: Language | undefined },
): Promise<void> {
  const to = { email: normaliseEmail(email), language }
  if (!mayBeGuardians(student, to.email)) throw problem('email-invalid')
  if (!isMinorAccount(student, now())) throw problem('forbidden')
  const address = hashOf(to.email)
  await writeLimits.take('invited', `${student._id}.${address}`, now())
  await writeLimits.take('invitation', student._id, now())
  await writeLimits.take('addressed', address, now())
  await links.invite(student, to, now())
}

/** False for the own address: minors may not be their own guardians. */
const mayBeGuardians = (student: Profile, email: string): boolean =>
  isEmail(email) && email !== normaliseEmail(student.email)

/** Invites the address given at registration, once the minor's own is verified; a repeated event mails nobody. */
export async function inviteRegisteredGuardian(parts: GuardianshipParts, studentId: string): Promise<void> {
  const { profiles, children, links, now } = parts
  const student = await profiles.find(studentId)
  const address = student?.roleData['guardianEmail']
  if (!student || typeof address !== 'string' || !mayBeGuardians(student, normaliseEmail(address))) return
  if (
    (await links.wasInvited(studentId)) ||
    (await children.ofAccount(studentId)) ||
    !isMinorAccount(student, now())
  )
    return
  // without the limit, whose refusal would make the event a dead letter
  await links.invite(student, { email: normaliseEmail(address) }, now())
}

/**
 * Uses a guardian's code or mailed link.
 * @returns null while others have to agree
 * @throws problem `guardian-link-invalid`, `link-replaced` or, for a guardian of the child, `guardian-already`
 */
export async function acceptGuardianLink(
  parts: GuardianshipParts,
  token: string,
  guardianId: string,
): Promise<Child | null> {
  const { profiles, links, now } = parts
  const found = await links.find(token, guardianId, now())
  if (!found) throw await linkProblem(parts, token)
  const current = await childOf(parts, found)
  if (current?.guardianIds.includes(guardianId)) {
    // the code is meant for another parent, who can still use it
    if (found.usedBy !== guardianId) throw problem('guardian-already')
    return current
  }
  // the guardian may be another account of a teacher who is kept away from the child
  const learner = [found.studentId, current?._id ?? null, current?.accountId ?? null]
  if (await links.areApart(guardianId, learner)) throw problem('guardian-link-invalid')
  const giver = found.studentId ? null : await profiles.find(found.by)
  if (!found.studentId && giver?.status !== 'approved') throw problem('guardian-link-invalid')
  const link = await links.use(token, guardianId, now())
  if (!link) throw problem('guardian-link-invalid')
  const { studentId } = link
  const child = studentId
    ? await addInvited(parts, { studentId, linkId: link._id, guardianId, isFormer: link.formerId !== null })
    : await addByCode(parts, link, guardianId)
  return child
}

async function childOf({ children }: GuardianshipParts, { childId, studentId }: GuardianLink) {
  if (childId) return children.byId(childId)
  return studentId ? children.ofAccount(studentId) : null
}

/**
 * Only the very first guardian of an account needs nothing but the mailed link. A further one waits for the agreement
 * of a guardian; when all guardians left, or two of the people may be one, an administrator decides.
 * @returns null while it waits
 */
async function addInvited(
  parts: GuardianshipParts,
  { studentId, linkId, guardianId, isFormer }: Invited,
): Promise<Child | null> {
  const { profiles, children, guardianHistory, now } = parts
  const student = await profiles.find(studentId)
  if (student?.status !== 'approved' || !isMinorAccount(student, now()))
    throw problem('guardian-link-invalid')
  const current = await children.ofAccount(studentId)
  const people = { guardianId, accountId: studentId, childId: current?._id ?? null }
  const isSamePerson = await isPersonOfLearner(parts, people)
  if (isFormer && !isSamePerson) await joinAgain(parts, { studentId, linkId, guardianId })
  else if (!current && !isSamePerson && (await guardianHistory.isFirstLink(studentId, linkId))) {
    // the child has the link's id: a repeated use by the same person makes no second child
    await children.add(childOfAccount(linkId, student, guardianId, now()))
  } else {
    const change = await askForGuardian(parts, { linkId, accountId: studentId, guardianId })
    if (change?.status === 'waiting') return null
  }
  const child = await children.ofAccount(studentId)
  if (!child?.guardianIds.includes(guardianId)) throw problem('guardian-link-invalid')
  return child
}

/** A guardian of the earlier account needs nobody's agreement. */
async function joinAgain(
  parts: GuardianshipParts,
  { studentId, linkId, guardianId }: Omit<Invited, 'isFormer'>,
): Promise<void> {
  await joinAccount(parts, { accountId: studentId, guardianId, newId: linkId })
  const child = await parts.children.ofAccount(studentId)
  const fields = (await parts.guardianHistory.earlierOf(studentId))?.stated
  if (child && fields) await askForStatedAge(parts, child, { by: studentId, fields })
}

/**
 * The learner behind a mailed link that nobody has used, as named at registration.
 * @throws problem `guardian-link-invalid` or `link-replaced`
 */
export async function invitingStudent({ links, profiles, now }: GuardianshipParts, token: string) {
  const link = await links.findMailed(token, now())
  if (!link) throw await linkProblem({ links }, token)
  const student = link.studentId ? await profiles.find(link.studentId) : null
  if (student?.status !== 'approved') throw problem('guardian-link-invalid')
  return { link, student }
}

const linkProblem = async ({ links }: Pick<GuardianshipParts, 'links'>, token: string) =>
  problem((await links.isReplaced(token)) ? 'link-replaced' : 'guardian-link-invalid')

/** @throws problem as `invitingStudent` does */
export async function declineGuardianLink(parts: GuardianshipParts, token: string): Promise<void> {
  const { link, student } = await invitingStudent(parts, token)
  if (!(await parts.links.decline(link._id, student._id, parts.now()))) throw problem('guardian-link-invalid')
}

/**
 * The code counts as the agreement of the guardian who gave it, as long as that person is one.
 * @returns null while an administrator has to decide
 */
async function addByCode(
  parts: GuardianshipParts,
  { _id: linkId, childId, by }: GuardianLink,
  guardianId: string,
): Promise<Child | null> {
  const { children } = parts
  const current = childId && (await children.guarded(childId, by))
  const people = current && { guardianId, accountId: current.accountId, childId }
  if (people && (await isPersonOfLearner(parts, people))) {
    const change = await askByCode(parts, { linkId, child: current, by, guardianId })
    if (change?.status !== 'waiting') throw problem('guardian-link-invalid')
    return null
  }
  const child = childId ? await children.addGuardian(childId, guardianId, by) : null
  if (!child) throw problem('guardian-link-invalid')
  return child
}

/**
 * Changes a child's fields. An age that weakens its protection waits for every guardian, an administrator and 72 hours.
 * @throws problem `not-found`, `stale-version` or of a broken rule
 */
export async function changeChildFields(
  parts: GuardianshipParts,
  { childId, guardianId, version }: { childId: string; guardianId: string; version: number },
  given: ChildChange,
): Promise<Child> {
  const { children, now } = parts
  let held: HeldFields | null = null
  let isOtherYear = false
  const child = await children.change(childId, { guardianId, version, at: now() }, (found) => {
    const changed = changeChild(found, given, now())
    const { birthYear, educationLevel, grade } = found
    // the form sends the year with every change
    isOtherYear = changed.birthYear !== birthYear
    held = weakensProtection(found, changed, now()) ? ageFields(found, changed) : null
    return held ? { ...changed, birthYear, educationLevel, grade } : changed
  })
  if (held) await askForAge(parts, child, { by: guardianId, fields: held })
  else if (isOtherYear) await withdrawAge(parts, childId)
  return child
}

/** Only what differs: a guardian may save the other fields while the change waits. A grade belongs to its level. */
function ageFields(stored: Child, { birthYear, educationLevel, grade }: Child): HeldFields {
  const isOtherGrade = educationLevel !== stored.educationLevel || grade !== stored.grade
  return {
    ...(birthYear !== stored.birthYear && { birthYear }),
    ...(isOtherGrade && { educationLevel, grade }),
  }
}

/** When the last guardian leaves, the child is erased and its connections are closed. */
export async function leaveChild(
  parts: GuardianshipParts,
  childId: string,
  guardianId: string,
): Promise<void> {
  const { children, links, now } = parts
  const child = await children.guarded(childId, guardianId)
  if (child) await links.voidOfGuardian(child, guardianId)
  await children.removeGuardian(childId, guardianId, now())
}
