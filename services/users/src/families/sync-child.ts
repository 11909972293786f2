import { type SettleParts, settleChild } from '../connections/settle-connections.ts'
import type { GuardianHistoryStore } from '../guardians/guardian-history-store.ts'
import { correctBirthYear } from '../profiles/profile-change.ts'
import type { WaitingStore } from '../requests/waiting-store.ts'

export type SyncChildParts = SettleParts & {
  guardianHistory: Pick<GuardianHistoryStore, 'announceChanges'>
  waiting: Pick<WaitingStore, 'keepOnlyGuardians'>
}

/** Copies a changed child to its account and its connections, and announces changes of its guardians. */
export async function syncChild(
  parts: SyncChildParts,
  { data: { childId } }: { data: { childId: string } },
): Promise<void> {
  const { profiles, children, guardianHistory, waiting, now } = parts
  await removeErasedGuardians(parts, childId)
  const child = await children.byId(childId)
  const birthYear = child?.birthYear ?? null
  if (child?.accountId && birthYear !== null)
    await profiles.update(child.accountId, (profile) => correctBirthYear(profile, birthYear, now()))
  await settleChild(parts, { data: { childId } })
  const { guardianIds = [], accountId = null } = child ?? {}
  await waiting.keepOnlyGuardians(childId, guardianIds, accountId)
  const current = child ?? { _id: childId, firstName: '', accountId: null, guardianIds: [] }
  await guardianHistory.announceChanges(current, profiles.findAll, now())
}

/** A request or an agreement may have added a guardian after the erasure of the account had read its children. */
async function removeErasedGuardians({ profiles, children, now }: SyncChildParts, childId: string) {
  const { guardianIds = [] } = (await children.byId(childId)) ?? {}
  for (const userId of await profiles.erasedAmong(guardianIds))
    await children.removeGuardian(childId, userId, now())
  // a process may have ended after the last guardian left
  await children.eraseUnguarded(childId, now())
}
