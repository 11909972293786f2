import { type SettleParts, settleChild } from '../connections/settle-connections.ts'
import type { GuardianHistoryStore } from '../guardians/guardian-history-store.ts'
import { correctBirthYear } from '../profiles/profile-change.ts'
import type { WaitingStore } from '../waiting/waiting-store.ts'

export type SyncChildParts = SettleParts & {
  guardianHistory: Pick<GuardianHistoryStore, 'announceChanges'>
  waiting: Pick<WaitingStore, 'keepOnlyGuardians'>
}

/** Copies a changed child to its account and its connections, and announces changes of its guardians. */
export async function syncChild(parts: SyncChildParts, childId: string): Promise<void> {
  const { profiles, children, guardianHistory, waiting, now } = parts
  // a process may have ended after the last guardian left
  await children.eraseUnguarded(childId, now())
  const child = await children.byId(childId)
  const birthYear = child?.birthYear ?? null
  if (child?.accountId && birthYear !== null)
    await profiles.update(child.accountId, (profile) => correctBirthYear(profile, birthYear, now()))
  await settleChild(parts, childId)
  await waiting.keepOnlyGuardians(childId, child?.guardianIds ?? [], child?.accountId ?? null)
  const current = child ?? { _id: childId, firstName: '', accountId: null, guardianIds: [] }
  await guardianHistory.announceChanges(current, profiles.findAll, now())
}
