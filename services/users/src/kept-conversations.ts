import { daysBefore, retention } from '@darsi/contracts/rules/retention.ts'
import { removeAll } from '@darsi/kit/mongo/retention.ts'
import { isOfAge } from './children/child.ts'
import type { Parts } from './parts.ts'
import { contactsOf } from './profiles/profile.ts'
import { keepForGuardians } from './threads/thread.ts'
import { threadChanged } from './threads/thread-events.ts'

const { days } = retention['kept-conversations']

/**
 * Before a minor's account is erased: from now on only the guardians read its conversations, for 90 days, and each of
 * them is mailed. May be repeated; the child is erased after this.
 * @returns the ids of the conversations
 */
export async function keepConversations(parts: Parts, accountId: string, at: Date): Promise<string[]> {
  const { threads, utterances, closings } = parts
  await closeForGuardians(parts, accountId, at)
  const kept = await threads.idsKept(accountId)
  await utterances.keep(accountId, kept)
  // what others wrote about the learner stays as long
  for (const id of kept) await closings.ofLearner(id, at)
  return kept
}

async function closeForGuardians(parts: Parts, accountId: string, at: Date): Promise<void> {
  const { profiles, children, threads, conversations, guardianHistory, sealer } = parts
  const [student, child] = await Promise.all([profiles.find(accountId), children.ofAccount(accountId)])
  if (!student || !child || child.guardianIds.length === 0 || isOfAge(child, at)) return
  const { _id: childId, firstName: childName, guardianIds } = child
  const kept = { accountId, name: sealer.seal(student.fullName), at }
  for (const id of await threads.idsOfLearner(accountId, childId)) {
    const thread = await threads.find(id)
    if (!thread) continue
    const facts = await conversations.factsOf(thread)
    await threads.update(
      id,
      (found) => keepForGuardians(found, guardianIds, kept),
      (changed) => threadChanged(changed, facts, at),
    )
  }
  const guardians = contactsOf(await profiles.findAll(guardianIds), guardianIds)
  const readableUntil = daysBefore(-days, at).toISOString()
  await guardianHistory.announceLeft(
    childId,
    {
      type: 'learner.left',
      data: { childId, accountId, guardianIds, readableUntil, at: at.toISOString() },
      personal: { childName, guardians },
    },
    at,
  )
}

/** Those whose time is over, and at once those whose guardians have all closed their accounts. */
export async function removeKeptConversations(parts: Parts, before: Date): Promise<number> {
  const { threads, reports, utterances, materials, homework, messages } = parts
  let count = 0
  for await (const { connectionId: threadId, kept } of threads.keptBefore(before)) {
    // administrators may still need the messages of a reported conversation
    if (!kept || (await reports.hasOfThread(threadId))) continue
    await utterances.removeKept(kept.accountId, threadId)
    await materials.hide({ threadId })
    await removeAll(homework.collection, { threadId })
    await removeAll(messages.collection, { threadId })
    await threads.remove(threadId)
    count++
  }
  return count
}
