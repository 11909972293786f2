import type { ChildStore } from '../children/child-store.ts'
import { type SettleParts, settleChild } from '../connections/settle-connections.ts'
import type { GuardianHistoryStore } from '../guardians/guardian-history-store.ts'
import { correctBirthYear } from '../profiles/profile-change.ts'
import type { WaitingStore } from '../requests/waiting-store.ts'

type SyncChildParts = SettleParts & {
  guardianHistory: Pick<GuardianHistoryStore, 'announceChanges'>
}
type ChildChanged = { data: { childId: string } }

/** Copies a changed child to its account and its connections, and announces changes of its guardians. */
export async function syncChild(parts: SyncChildParts, { data: { childId } }: ChildChanged): Promise<void> {
  const { profiles, children, guardianHistory, now } = parts
  const child = await children.byId(childId)
  const birthYear = child?.birthYear ?? null
  if (child?.accountId && birthYear !== null)
    await profiles.update(child.accountId, (profile) => correctBirthYear(profile, birthYear, now()))
  await settleChild(parts, { data: { childId } })
  const current = child ?? { _id: childId, firstName: '', accountId: null, guardianIds: [] }
  await guardianHistory.announceChanges(current, profiles.findAll, now())
}

/** A request or an agreement may have added a guardian after the erasure of the account had read its children. */
export async function removeErasedGuardians(
  { profiles, children, now }: Pick<SettleParts, 'profiles' | 'children' | 'now'>,
  { data: { childId } }: ChildChanged,
): Promise<void> {
  const { guardianIds = [] } = (await children.byId(childId)) ?? {}
  for (const userId of await profiles.erasedAmong(guardianIds))
    await children.removeGuardian(childId, userId, now())
  // a process may have ended after the last guardian left
  await children.eraseUnguarded(childId, now())
}

/** Former guardians do not wait for a place of the child. */
export async function keepWaitingGuardians(
  {
    children,
    waiting,
  }: { children: Pick<ChildStore, 'byId'>; waiting: Pick<WaitingStore, 'keepOnlyGuardians'> },
  { data: { childId } }: ChildChanged,
): Promise<void> {
  const { guardianIds = [], accountId = null } = (await children.byId(childId)) ?? {}
  await waiting.keepOnlyGuardians(childId, guardianIds, accountId)
}
