import { secrecyIn } from '@darsi/contracts/rules/contact-details/secrecy.ts'
import { contactDetailsAfter } from '@darsi/contracts/rules/contact-details/together.ts'
import { type ContactRule, isToMinor, outcomeOf } from '@darsi/contracts/rules/contact-details/who-reads.ts'
import type { Sealer } from '@darsi/kit/events/seal.ts'
import type { Conversations } from './conversations.ts'
import { textOf } from './message-store.ts'
import { messageUtteranceId } from './record-message.ts'
import type { StoredMessage, Thread } from './thread.ts'

type Parts = { conversations: Pick<Conversations, 'textsBefore'>; sealer: Sealer }
type Written = Pick<StoredMessage, 'by' | 'at'> & { text: string }

/** From whom a new message is hidden. The author's last texts of the connection are judged together with it. */
export async function judgeMessage(
  parts: Parts,
  thread: Thread,
  { text, by, at }: Written,
  rule: ContactRule,
): Promise<Pick<StoredMessage, 'held' | 'adultsOnly'>> {
  // an adult learner has no one to hide from, and a guardian's text is the guardian's decision
  if (!thread.minor || thread.guardianIds.includes(by)) return { held: false, adultsOnly: false }
  const { connectionId, last } = thread
  // another process may not have stored it yet among the texts
  const newest = last?.by === by && !last.held && !last.adultsOnly ? last : null
  const id = newest ? messageUtteranceId(newest) : ''
  const before = await parts.conversations.textsBefore({ connectionId, by, at, id })
  const kinds = contactDetailsAfter([...before, ...(newest ? [textOf(parts.sealer, newest)] : [])], text)
  const held = outcomeOf(rule, kinds) === 'held' || (isToMinor(thread, by) && secrecyIn(text) !== null)
  return { held, adultsOnly: !held && kinds.length > 0 }
}
