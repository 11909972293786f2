import type { DarsiEvent } from '@darsi/contracts/events/events.ts'
import { dayMs } from '@darsi/contracts/reference/tunis-time.ts'
import { contactDetailsIn } from '@darsi/contracts/rules/contact-details/contact-details.ts'
import { asksForSecrecy } from '@darsi/contracts/rules/contact-details/secrecy.ts'
import { isHeldBack } from '@darsi/contracts/rules/held-request.ts'
import type { Sealer } from '@darsi/kit/events/seal.ts'
import type { ConnectionStore } from '../connections/connection-store.ts'
import type { Conversations } from './conversations.ts'
import type { MessageStore } from './message-store.ts'
import { textOf } from './message-text.ts'
import type { PublishReport, Report } from './publish-report.ts'
import { messageUtteranceId } from './record-message.ts'
import { reportedMessage } from './safety-reports.ts'
import { partiesOf } from './thread-events.ts'
import type { ThreadStore } from './thread-store.ts'

export type HeldReportParts = {
  threads: Pick<ThreadStore, 'find'>
  conversations: Pick<Conversations, 'textsBefore'>
  messages: MessageStore
  connections: Pick<ConnectionStore, 'hasHeldRequest'>
  sealer: Sealer
  publishReport: PublishReport
}

/** A text that was held once is a mistake for this long, the next one no more. */
const forgivenMs = 30 * dayMs

/**
 * Reports a held message, unless it is the author's first in 30 days: that one is explained to the author, and guardians
 * may release it. Words that ask for secrecy or a meeting are reported at once. A repeated event reports it once.
 */
export async function reportHeldMessage(
  parts: HeldReportParts,
  { data }: Pick<DarsiEvent<'message.sent'>, 'data'>,
): Promise<void> {
  if (!data.held) return
  const { threads, messages, connections, sealer, publishReport } = parts
  const thread = await threads.find(data.threadId)
  if (!thread) return
  await messages.addNewest(thread)
  const message = await messages.find(data.threadId, data.number)
  // a guardian released it meanwhile, or it was erased
  if (!message?.held) return
  const text = textOf(sealer, message)
  const written = {
    connectionId: data.threadId,
    by: message.by,
    at: message.at,
    id: messageUtteranceId(message),
  }
  const texts = [...(await parts.conversations.textsBefore(written)), text]
  const since = new Date(message.at.getTime() - forgivenMs)
  const isRepeated =
    (await messages.wasHeldBefore(message, since)) ||
    (await connections.hasHeldRequest(message.by, { since, until: message.at }))
  if (!isRepeated && !texts.some(asksForSecrecy)) return
  // a detail that was sent in parts is found in none of them
  const quoted = (contactDetailsIn(text).length > 0 ? [text] : texts).join('\n')
  await publishReport(
    thread,
    heldReport(data.messageId, data.by, { reported: reportedMessage(message), quoted }),
    message.at,
  )
}

/** The same for a minor's request whose message contains contact details. */
export async function reportHeldRequest(
  {
    messages,
    connections,
    publishReport,
  }: Pick<HeldReportParts, 'messages' | 'connections' | 'publishReport'>,
  { data, personal }: Pick<DarsiEvent<'connection.requested'>, 'data' | 'personal'>,
): Promise<void> {
  if (!isHeldBack(data)) return
  const { connectionId, requesterId: by } = data
  const until = new Date(data.requestedAt)
  const since = new Date(until.getTime() - forgivenMs)
  const isRepeated =
    (await connections.hasHeldRequest(by, { since, until, except: connectionId })) ||
    (await messages.wasHeldBefore({ _id: connectionId, by, at: until }, since))
  if (!isRepeated && !asksForSecrecy(personal.message)) return
  await publishReport(
    partiesOf(data),
    heldReport(connectionId, by, { reported: 'request', quoted: personal.message }),
    until,
  )
}

const heldReport = (id: string, about: string, found: Pick<Report, 'reported' | 'quoted'>): Report => ({
  id: `held.${id}`,
  about,
  reason: 'contact-details',
  text: '',
  ...found,
})
