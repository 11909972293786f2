import type { DarsiEvent } from '@darsi/contracts/events/events.ts'
import { dayMs } from '@darsi/contracts/reference/tunis-time.ts'
import { contactDetailsIn } from '@darsi/contracts/rules/contact-details/contact-details.ts'
import { asksForSecrecy, secrecyIn } from '@darsi/contracts/rules/contact-details/secrecy.ts'
import { contactDetailsAfter, contactDetailsAmong } from '@darsi/contracts/rules/contact-details/together.ts'
import { isToMinor } from '@darsi/contracts/rules/contact-details/who-reads.ts'
import { isHeldBack } from '@darsi/contracts/rules/held-request.ts'
import type { Sealer } from '@darsi/kit/events/seal.ts'
import type { ConnectionStore } from '../connections/connection-store.ts'
import { textsAround, textsBefore } from '../utterances/last-words.ts'
import { lessonFields, type UtteranceStore } from '../utterances/utterance-store.ts'
import { type MessageStore, textOf } from './message-store.ts'
import type { PublishReport, Report } from './publish-report.ts'
import { messageUtteranceId } from './record-message.ts'
import { reportedMessage } from './safety-reports.ts'
import { secrecyReport } from './secrecy-reports.ts'
import { partiesOf } from './thread-events.ts'
import type { ThreadStore } from './thread-store.ts'

type HeldReportParts = {
  threads: Pick<ThreadStore, 'find'>
  utterances: Pick<UtteranceStore, 'lastTexts' | 'nextTexts' | 'textOf' | 'allAbout' | 'wasHeldInLesson'>
  messages: MessageStore
  connections: Pick<ConnectionStore, 'hasHeldRequest'>
  sealer: Sealer
  publishReport: PublishReport
}

/** A text that was held once is a mistake for this long, the next one no more. */
const forgivenMs = 30 * dayMs

/**
 * Reports a held message, unless it is the author's first in 30 days: that one is explained to the author, and guardians
 * may release it. Words that ask for secrecy or a meeting are reported at once, also without contact details. A repeated event reports it once.
 */
export async function reportHeldMessage(
  parts: HeldReportParts,
  { data }: Pick<DarsiEvent<'message.sent'>, 'data'>,
): Promise<void> {
  if (!data.held) return
  const { threads, messages, utterances, sealer, publishReport } = parts
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
  const before = await textsBefore(utterances, written)
  const asked = isToMinor(thread, message.by) ? secrecyIn(text) : null
  const found = contactDetailsAfter(before, text)
  if (asked && found.length === 0)
    return publishReport(
      thread,
      secrecyReport(data.messageId, data.by, {
        ...{ asked, reported: reportedMessage(message), quoted: text },
      }),
      message.at,
    )
  const texts = [...before, text]
  if (!texts.some(asksForSecrecy) && !(await wasHeldBefore(parts, message))) return
  // a detail that was sent in parts is found in none of them
  const quoted = (contactDetailsIn(text).length > 0 ? [text] : texts).join('\n')
  await publishReport(
    thread,
    heldReport(data.messageId, data.by, {
      ...{ reported: reportedMessage(message), quoted },
      found: asked ? [...found, 'secrecy'] : found,
    }),
    message.at,
  )
}

/** The same for a minor's request whose message contains contact details. */
export async function reportHeldRequest(
  parts: Omit<HeldReportParts, 'threads' | 'sealer'>,
  { data, personal }: Pick<DarsiEvent<'connection.requested'>, 'data' | 'personal'>,
): Promise<void> {
  if (!isHeldBack(data)) return
  const { connectionId, requesterId: by } = data
  const at = new Date(data.requestedAt)
  if (!asksForSecrecy(personal.message) && !(await wasHeldBefore(parts, { _id: connectionId, by, at })))
    return
  await parts.publishReport(
    partiesOf(data),
    heldReport(connectionId, by, {
      ...{ reported: 'request', quoted: personal.message, found: contactDetailsIn(personal.message) },
    }),
    at,
  )
}

/** The same for a text of a lesson that completed contact details: it was delivered. */
export async function reportHeldLesson(
  parts: Omit<HeldReportParts, 'sealer'>,
  { data }: { data: { sessionId: string; connectionId: string; at: string } },
): Promise<void> {
  const { threads, utterances, publishReport } = parts
  const writtenAt = new Date(data.at).getTime()
  const all = await utterances.allAbout(data.sessionId, lessonFields)
  const said = all.find(({ held, at }) => held && at.getTime() === writtenAt)
  const thread = said ? await threads.find(data.connectionId) : null
  if (!said || !thread) return
  const { _id: id, connectionId, by, at, files } = said
  const { before, after } = await textsAround(utterances, { connectionId, by, at, id })
  const text = utterances.textOf(said)
  const texts = [...before, text, ...after]
  if (!texts.some(asksForSecrecy) && !(await wasHeldBefore(parts, said))) return
  const reported = { kind: 'lesson' as const, id: data.sessionId, by, at, files }
  await publishReport(
    thread,
    heldReport(`${data.sessionId}.${at.getTime()}`, by, {
      reported,
      quoted: texts.join('\n'),
      found: contactDetailsAmong({ before, text, after }),
    }),
    at,
  )
}

/** Whether something else of the author was held in the time before, in whatever connection. */
async function wasHeldBefore(
  { messages, connections, utterances }: Pick<HeldReportParts, 'messages' | 'connections' | 'utterances'>,
  { _id, by, at: until }: { _id: string; by: string; at: Date },
): Promise<boolean> {
  const since = new Date(until.getTime() - forgivenMs)
  const one = { _id, by, at: until }
  return (
    (await messages.wasHeldBefore(one, since)) ||
    (await connections.hasHeldRequest(by, { since, until, except: _id })) ||
    (await utterances.wasHeldInLesson(one, since))
  )
}

const heldReport = (
  id: string,
  about: string,
  found: Pick<Report, 'reported' | 'quoted' | 'found'>,
): Report => ({
  id: `held.${id}`,
  about,
  reason: 'contact-details',
  text: '',
  ...found,
})
