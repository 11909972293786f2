import type { Concerns } from '@darsi/contracts/events/event-parts.ts'
import { settleParty } from './connections/settle-connections.ts'
import { eraseCareChanges } from './families/care-change-commands.ts'
import { eraseLearnerHomework } from './homework/homework-commands.ts'
import { keepConversations } from './kept-conversations.ts'
import { eraseMaterials } from './materials/material-commands.ts'
import type { Parts } from './parts.ts'
import { erasePhotos } from './photos/photo-commands.ts'
import { resetProfile } from './profiles/profile.ts'
import { eraseProofs, forgetProofs } from './proofs/proof-commands.ts'
import { eraseFromSearch } from './teachers/search-updates.ts'
import { eraseFromThreads } from './threads/thread-commands.ts'

type Evidence = Concerns & { alertId: string }

// The account's own state is written before its connections are read: a concurrent request either is found here, or
// reads the new state after its own write.

export async function suspendAccount(
  parts: Parts,
  event: { producer: string; sequence: number; subject: string },
): Promise<void> {
  const { profiles, children, transfers, now } = parts
  await profiles.setStatus(event.subject, 'suspended', event)
  // not the event's time: a link that was mailed before the status was written is void too
  for (const { _id } of await children.ofGuardian(event.subject)) await transfers.voidUnused(_id, now())
  await settleParty(parts, event.subject)
}

/**
 * The owner of an e-mail address took over an account that another person had registered with it: everything that
 * person entered is removed. The profile is written last, because a repeated event is recognised by it and must not
 * remove what the owner has entered since.
 */
export async function reclaimAccount(
  parts: Parts,
  { subject, sequence, time }: { subject: string; sequence: number; time: string },
): Promise<void> {
  const { profiles, links, upgrades, waiting, favorites, publicPages, teachers } = parts
  if (!(await profiles.awaits(subject, sequence))) return
  const at = new Date(time)
  await leaveChildren(parts, subject, at)
  await links.erase(subject)
  await upgrades.reset(subject)
  await waiting.erase(subject)
  await favorites.erase(subject)
  await forgetProofs(parts, subject)
  await erasePhotos(parts, subject)
  await publicPages.erase(subject)
  await teachers.setPublic(subject, false)
  await profiles.update(subject, (profile) => resetProfile(profile, at), { sequence })
  await settleParty(parts, subject)
}

/**
 * Every step may be repeated; the tombstone of the profile confirms the erasure.
 * @param evidence alerts that concern the account and whose messages are not copied yet
 */
export async function eraseAccount(
  parts: Parts,
  userId: string,
  at: Date,
  evidence: readonly Evidence[] = [],
): Promise<void> {
  const { profiles, children, links, transfers, upgrades, connections, waiting, guardianHistory } = parts
  for (const { alertId, ...concerns } of evidence) await parts.copyEvidence(alertId, concerns, parts.now())
  const kept = await keepConversations(parts, userId, at)
  if (kept.length === 0) await rememberClosing(parts, userId, at)
  await profiles.close(userId)
  await eraseFromSearch(parts, userId)
  await connections.redactTexts(userId)
  // announces the departure to the other guardians while the profile still has a name
  await leaveChildren(parts, userId, at)
  await children.eraseAccount(userId, at)
  await eraseCareChanges(parts, userId)
  await guardianHistory.erase(userId)
  await parts.careChanges.lookAlikes.erase(userId)
  await settleParty(parts, userId)
  await connections.erase(userId, at)
  await connections.blocks.erase(userId)
  await eraseFromThreads(parts, userId, kept)
  await parts.homework.erase(userId, parts.sealer.seal({ text: '' }), kept)
  await parts.utterances.erase(userId)
  await eraseLearnerHomework(parts, await parts.threads.idsOfStudent(userId))
  await eraseMaterials(parts, userId, kept)
  await parts.reportedFiles.erase(userId)
  await links.erase(userId)
  await transfers.erase(userId)
  await upgrades.erase(userId)
  await waiting.erase(userId)
  await eraseProofs(parts, userId, at)
  await erasePhotos(parts, userId)
  await parts.publicPages.erase(userId)
  await profiles.erase(userId, at)
  // after the erasure: of two accounts of one person that are erased at once, the later call sees that both are gone
  await parts.connections.exclusions.noteErasure(userId, at, profiles)
  // again: `removeErasedGuardians` knows an erased guardian by the tombstone, so what was written before it is read here
  await leaveChildren(parts, userId, at)
  // again: an upload at the same time finds no profile only now
  await erasePhotos(parts, userId)
}

/** Before the name is erased: for 90 days the evidence of an alert may name the author of sealed words. */
async function rememberClosing({ profiles, utterances, closings }: Parts, userId: string, at: Date) {
  const found = await profiles.find(userId)
  if (!found || !(await utterances.hasLasting(userId))) return
  const { role, fullName, email, phone } = found
  await closings.ofAccount({ userId, role, fullName, email, phone }, at)
}

async function leaveChildren(parts: Parts, userId: string, at: Date): Promise<void> {
  for (const { _id } of await parts.children.ofGuardian(userId))
    await parts.children.removeGuardian(_id, userId, at)
}
