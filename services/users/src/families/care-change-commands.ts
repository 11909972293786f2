import { problem } from '@darsi/kit/http/problem.ts'
import type { Log } from '@darsi/kit/observability/log.ts'
import { type Child, childOfAccount, type HeldFields } from '../children/child.ts'
import type { ChildStore } from '../children/child-store.ts'
import {
  type Answer,
  answer,
  type CareChange,
  type CareFacts,
  type CareMoved,
  type NewCareChange,
  newCareChange,
  type Review,
  reviewed,
  settled,
  withdrawn,
} from '../guardians/care-change.ts'
import { careChangeEvent } from '../guardians/care-change-event.ts'
import type { CareChangeStore } from '../guardians/care-change-store.ts'
import { careContextOf } from '../guardians/care-context.ts'
import type { GuardianHistoryStore } from '../guardians/guardian-history-store.ts'
import type { ProfileStore } from '../profiles/profile-store.ts'

export type CareChangeParts = {
  profiles: Pick<ProfileStore, 'find' | 'findAll'>
  children: ChildStore
  careChanges: CareChangeStore
  guardianHistory: Pick<GuardianHistoryStore, 'sharedChild'>
  now: () => Date
}

/** A guardian asks for another age of the child. Asking for the same again is an agreement. */
export async function askForAge(
  parts: CareChangeParts,
  { _id: childId, accountId }: Child,
  { by, fields }: { by: string; fields: HeldFields },
): Promise<void> {
  const _id = ageChangeId(childId)
  const found = await parts.careChanges.find(_id)
  const isSame = (one: CareChange) => one.status === 'waiting' && hasSameFields(one, fields)
  const request = { _id, kind: 'age' as const, childId, accountId, by, guardianId: null, fields }
  if (!found || !isSame(found)) await ask(parts, request, (one) => isSame(one) && one.agreedBy.includes(by))
  else if (!found.agreedBy.includes(by))
    await update(parts, _id, (change, facts) =>
      answer(change, { by, decision: 'agree', at: parts.now() }, facts),
    )
  await settle(parts, _id)
}

/** The age that a returned minor stated at registration; asked for once per child, whatever became of it. */
export async function askForStatedAge(
  parts: CareChangeParts,
  child: Child,
  { by, fields }: { by: string; fields: HeldFields },
): Promise<void> {
  if (!(await parts.careChanges.find(ageChangeId(child._id)))) await askForAge(parts, child, { by, fields })
}

/** A younger age counts at once, so a waiting older one is withdrawn. */
export async function withdrawAge(parts: CareChangeParts, childId: string): Promise<void> {
  await update(parts, ageChangeId(childId), (change) => withdrawn(change, parts.now()))
}

/** A learner's mailed link asks for a further guardian. @returns the change, also when it was asked for before */
export async function askForGuardian(
  parts: CareChangeParts,
  { linkId, accountId, guardianId }: { linkId: string; accountId: string; guardianId: string },
): Promise<CareChange | null> {
  const childId = (await parts.children.ofAccount(accountId))?._id ?? null
  const request = { _id: linkId, kind: 'guardian' as const, childId, accountId, by: accountId }
  return ask(parts, { ...request, guardianId, fields: null }, () => true)
}

/**
 * A guardian's code asks for one more guardian, whom an administrator has to look at. The code is its creator's
 * agreement.
 */
export async function askByCode(
  parts: CareChangeParts,
  { linkId, child, by, guardianId }: { linkId: string; child: Child; by: string; guardianId: string },
): Promise<CareChange | null> {
  const { _id: childId, accountId } = child
  const request = { _id: linkId, kind: 'guardian' as const, childId, accountId, by, guardianId, fields: null }
  return ask(parts, request, () => true)
}

/** @throws problem as the rule `answer` does */
export async function answerCareChange(
  parts: CareChangeParts,
  id: string,
  given: Omit<Answer, 'at'>,
): Promise<void> {
  const step = { ...given, at: parts.now() }
  if (!(await update(parts, id, (change, facts) => answer(change, step, facts)))) throw problem('not-found')
  await settle(parts, id)
}

/** An administrator's decision; a late or repeated one changes nothing. */
export async function reviewCareChange(parts: CareChangeParts, id: string, review: Review): Promise<void> {
  await update(parts, id, (change, facts) => reviewed(change, review, facts))
  await settle(parts, id)
}

/** Applies and expires what is due, one change after another; several processes may run it at once. */
export async function settleCareChanges(parts: CareChangeParts, log: Pick<Log, 'warn'>): Promise<void> {
  for (const { _id } of await parts.careChanges.open())
    try {
      await settle(parts, _id)
    } catch (error) {
      // the next round tries again; without this a change that always fails would end every round here
      log.warn({ err: error, changeId: _id }, 'a care change could not be settled')
    }
}

export async function careChangesOfGuardian(parts: CareChangeParts, userId: string): Promise<CareChange[]> {
  const children = await parts.children.ofGuardian(userId)
  return parts.careChanges.ofChildren(children.map(({ _id }) => _id))
}

/** Closes the changes that an account asked for or would profit from, once the account can no longer take part. */
export async function eraseCareChanges(parts: CareChangeParts, userId: string): Promise<void> {
  for (const change of await parts.careChanges.open())
    if ([change.by, change.guardianId, change.accountId].includes(userId)) await settle(parts, change._id)
  await parts.careChanges.erase(userId)
}

async function ask(
  parts: CareChangeParts,
  request: NewCareChange,
  isSame: (found: CareChange) => boolean,
): Promise<CareChange | null> {
  const { careChanges, now } = parts
  const context = await careContextOf(parts, request)
  await careChanges.ask(newCareChange(request, context, now()), isSame, (change) =>
    careChangeEvent(change, context, { type: 'care-change.requested', movedBy: request.by, at: now() }),
  )
  return settle(parts, request._id)
}

async function update(
  parts: CareChangeParts,
  id: string,
  decide: (change: CareChange, facts: CareFacts) => CareMoved | null,
): Promise<CareChange | null> {
  const { careChanges, now } = parts
  const found = await careChanges.find(id)
  if (!found) return null
  const context = await careContextOf(parts, found)
  return careChanges.update(
    id,
    (change) => decide(change, context),
    ({ changed, type, by }) => careChangeEvent(changed, context, { type, movedBy: by, at: now() }),
  )
}

/** Lets time and changed guardians decide, then applies a decided change to the child. */
async function settle(parts: CareChangeParts, id: string): Promise<CareChange | null> {
  await update(parts, id, (change, facts) => settled(change, facts, parts.now()))
  const change = await parts.careChanges.find(id)
  if (change?.status === 'applied' && !change.doneAt) await applyToChild(parts, change)
  return change
}

/** Every step may be repeated; the change is marked as done last. */
async function applyToChild(parts: CareChangeParts, change: CareChange): Promise<void> {
  const { children, careChanges, now } = parts
  const at = now()
  const { _id, kind, childId, accountId, guardianId, fields } = change
  if (kind === 'age' && childId && fields) {
    await children.correctAge(childId, fields, at)
  }
  if (kind === 'guardian' && guardianId) {
    if (accountId) await joinAccount(parts, { accountId, guardianId, newId: _id })
    else if (childId) await children.addGuardian(childId, guardianId)
  }
  await careChanges.markDone(_id, at)
}

/** Adds a guardian to the child of an account; the first of several who join at the same moment adds the child. */
export async function joinAccount(
  { children, profiles, guardianHistory, now }: CareChangeParts,
  { accountId, guardianId, newId }: { accountId: string; guardianId: string; newId: string },
): Promise<void> {
  const child = await children.ofAccount(accountId)
  const childId = child?._id ?? (await guardianHistory.sharedChild(accountId, newId, children.isErased))
  const student = child ? null : await profiles.find(accountId)
  if (student) await children.add(childOfAccount(childId, student, guardianId, now()))
  await children.addGuardian(childId, guardianId)
}

const ageChangeId = (childId: string): string => `age-${childId}`

const hasSameFields = ({ fields }: CareChange, other: HeldFields): boolean =>
  fields?.birthYear === other.birthYear &&
  fields?.educationLevel === other.educationLevel &&
  fields?.grade === other.grade
