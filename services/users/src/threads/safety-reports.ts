import type { DarsiEvent, EventInput } from '@darsi/contracts/events/events.ts'
import { isHeldBack } from '@darsi/contracts/rules/held-request.ts'
import { createdId } from '@darsi/kit/http/created-id.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import type { SealedFiles } from '@darsi/kit/storage/sealed-files.ts'
import { copyEvidence, type EvidenceParts } from './alert-evidence.ts'
import { findThreadOf } from './find-thread.ts'
import { textOf } from './message-text.ts'
import type { ReportedFilesStore } from './reported-files-store.ts'
import { erasedAuthor, maySee, numberIn, type StoredMessage, type ThreadParties } from './thread.ts'
import type { ThreadParts } from './thread-commands.ts'
import { learnerOf, partiesOf } from './thread-events.ts'

export type SafetyReportParts = ThreadParts &
  EvidenceParts & { reportedFiles: ReportedFilesStore; files: SealedFiles }
type Reason = 'reported' | 'contact-details'
type Complaint = { reason: string; messageId?: string | undefined; idempotencyKey?: string | undefined }

/**
 * A repetition with the same key is the same report.
 * @throws problem `reason-required`, and `not-found` for a message that the caller may not see
 */
export async function reportThread(
  parts: SafetyReportParts,
  id: string,
  userId: string,
  { reason, messageId, idempotencyKey }: Complaint,
): Promise<void> {
  const { messages, writeLimits, now } = parts
  const { thread, part } = await findThreadOf(parts, id, userId)
  if (reason.trim() === '') throw problem('reason-required')
  await messages.addNewest(thread)
  const number = messageId === undefined ? null : numberIn(id, messageId)
  const message = number === null ? null : await messages.find(id, number)
  const isVisible = message !== null && maySee(message, { userId, part })
  if (messageId !== undefined && !isVisible) throw problem('not-found')
  await writeLimits.take('report', userId, now())
  const otherSide = part === 'teacher' ? (thread.studentId ?? thread.guardianIds[0]) : thread.teacherId
  const author = message && message.by !== userId && message.by !== erasedAuthor ? message.by : null
  const about = author ?? otherSide
  await publishReport(parts, thread, {
    id: createdId(idempotencyKey, [userId, id, messageId, reason]),
    by: userId,
    ...(about && { about }),
    reason: 'reported',
    text: reason,
    message,
  })
}

/** Reports a message that was held for its contact details; a repeated event reports it once. */
export async function reportHeldMessage(
  parts: SafetyReportParts,
  { data }: Pick<DarsiEvent<'message.sent'>, 'data'>,
): Promise<void> {
  if (!data.held) return
  const thread = await parts.threads.find(data.threadId)
  if (!thread) return
  await parts.messages.addNewest(thread)
  const message = await parts.messages.find(data.threadId, data.number)
  await publishReport(parts, thread, heldReport(data.messageId, data.by, message))
}

/** Reports a minor's request whose message contains contact details. */
export async function reportHeldRequest(
  parts: SafetyReportParts,
  { data, personal }: Pick<DarsiEvent<'connection.requested'>, 'data' | 'personal'>,
): Promise<void> {
  if (!isHeldBack(data)) return
  const report = heldReport(data.connectionId, data.requesterId, { request: personal.message })
  await publishReport(parts, partiesOf(data), report)
}

type Report = {
  id: string
  by?: string
  about?: string
  reason: Reason
  text: string
  /** A message of the thread, or the text of a request. */
  message: StoredMessage | { request: string } | null
}

const heldReport = (id: string, about: string, message: Report['message']): Report => ({
  id: `held.${id}`,
  about,
  reason: 'contact-details',
  text: '',
  message,
})

async function publishReport(
  parts: SafetyReportParts,
  parties: ThreadParties,
  { id, by, about, reason, text, message }: Report,
): Promise<void> {
  const { reports, sealer, now } = parts
  const { connectionId } = parties
  const at = now()
  const isRequest = message !== null && 'request' in message
  const quoted = isRequest ? message.request : message ? textOf(sealer, message) : ''
  const files = isRequest ? 0 : await keepFiles(parts, { id, threadId: connectionId, at }, message)
  const event: EventInput<'safety.reported'> = {
    type: 'safety.reported',
    data: {
      ...learnerOf(parties),
      reportId: id,
      reason,
      severity: severityOf(parties, about, reason),
      ...(by && { by }),
      ...(about && { aboutUserId: about }),
      ...(!isRequest && { threadId: connectionId, ...(message && { messageId: message._id }) }),
      ...(files > 0 && { files }),
      at: at.toISOString(),
    },
    personal: { text, quoted },
  }
  const { threadId, messageId } = event.data
  // before the report: whatever is erased afterwards, a known report has its evidence
  await copyEvidence(parts, id, { connectionId, threadId, messageId, aboutUserId: about, by })
  await reports.add({ _id: id, threadId: connectionId, at }, event)
}

const mostFiles = 10
const newestMessages = 50

/** Copies the files of the message, or the newest ones of the conversation. They go before the report, as evidence does. */
async function keepFiles(
  { messages, materials, reportedFiles, files }: SafetyReportParts,
  report: { id: string; threadId: string; at: Date },
  message: StoredMessage | null,
): Promise<number> {
  const reader = { userId: '', part: 'guardian' } as const
  const about = message ? [message] : await messages.page(report.threadId, reader, {}, newestMessages)
  const ids = about.flatMap((one) => one.files).slice(0, mostFiles)
  return reportedFiles.keep(files, report, [...(await materials.findAll(ids)).values()])
}

/** A minor who gives away contact details is medium; an adult who tries to bypass the guardians is high. */
function severityOf({ minor, studentId }: ThreadParties, about: string | undefined, reason: Reason) {
  if (!minor) return 'medium' as const
  return reason === 'contact-details' && about === studentId ? ('medium' as const) : ('high' as const)
}
