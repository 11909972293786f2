import { lookBack } from '@darsi/contracts/rules/contact-details/look-back.ts'
import { contactDetailsAfter } from '@darsi/contracts/rules/contact-details/together.ts'
import { type ContactRule, outcomeOf } from '@darsi/contracts/rules/contact-details/who-reads.ts'
import type { Sealer } from '@darsi/kit/events/seal.ts'
import { textOf } from './message-text.ts'
import type { StoredMessage, Thread } from './thread.ts'
import type { ThreadStore } from './thread-store.ts'

type Parts = { threads: Pick<ThreadStore, 'lastOf'>; sealer: Sealer }
type Written = Pick<StoredMessage, 'by' | 'at'> & { text: string }

/** From whom a new message is hidden. The author's last texts of the thread are judged together with it. */
export async function judgeMessage(
  parts: Parts,
  thread: Thread,
  { text, ...written }: Written,
  rule: ContactRule,
): Promise<Pick<StoredMessage, 'held' | 'adultsOnly'>> {
  // an adult learner has no one to hide from, and a guardian's text is the guardian's decision
  if (!thread.minor || thread.guardianIds.includes(written.by)) return { held: false, adultsOnly: false }
  const before = await textsBefore(parts, {
    ...written,
    threadId: thread.connectionId,
    number: thread.lastNumber + 1,
  })
  const kinds = contactDetailsAfter(before, text)
  const held = outcomeOf(rule, kinds) === 'held'
  return { held, adultsOnly: !held && kinds.length > 0 }
}

/** The author's texts of the last day in the same thread, oldest first. */
export async function textsBefore(
  { threads, sealer }: Parts,
  { threadId, by, number, at }: Pick<StoredMessage, 'threadId' | 'by' | 'number' | 'at'>,
): Promise<string[]> {
  const since = new Date(at.getTime() - lookBack.ms)
  const found = await threads.lastOf({ threadId, by, before: number }, { since, limit: lookBack.texts - 1 })
  return found.map((message) => textOf(sealer, message))
}
