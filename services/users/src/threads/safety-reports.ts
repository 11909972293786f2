import type { DarsiEvent } from '@darsi/contracts/events/events.ts'
import { isHeldBack } from '@darsi/contracts/rules/held-request.ts'
import { createdId } from '@darsi/kit/http/created-id.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import type { WriteLimits } from '../write-limits.ts'
import type { Conversations } from './conversations.ts'
import type { MessageStore } from './message-store.ts'
import { heldReport, type PublishReport } from './publish-report.ts'
import { erasedAuthor, maySee, numberIn } from './thread.ts'
import { partiesOf } from './thread-events.ts'
import type { ThreadStore } from './thread-store.ts'

export type SafetyReportParts = {
  threads: Pick<ThreadStore, 'find'>
  conversations: Pick<Conversations, 'find'>
  messages: MessageStore
  publishReport: PublishReport
  writeLimits: WriteLimits
  now: () => Date
}
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
  const { conversations, messages, writeLimits, now } = parts
  const { thread, part } = await conversations.find(id, userId)
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
  const report = {
    id: createdId(idempotencyKey, [userId, id, messageId, reason]),
    by: userId,
    ...(about && { about }),
    reason: 'reported' as const,
    text: reason,
    message,
  }
  await parts.publishReport(thread, report, now())
}

/** Reports a message that was held for its contact details; a repeated event reports it once. */
export async function reportHeldMessage(
  parts: Pick<SafetyReportParts, 'threads' | 'messages' | 'publishReport' | 'now'>,
  { data }: Pick<DarsiEvent<'message.sent'>, 'data'>,
): Promise<void> {
  if (!data.held) return
  const thread = await parts.threads.find(data.threadId)
  if (!thread) return
  await parts.messages.addNewest(thread)
  const message = await parts.messages.find(data.threadId, data.number)
  await parts.publishReport(thread, heldReport(data.messageId, data.by, message), parts.now())
}

/** Reports a minor's request whose message contains contact details. */
export async function reportHeldRequest(
  { publishReport, now }: Pick<SafetyReportParts, 'publishReport' | 'now'>,
  { data, personal }: Pick<DarsiEvent<'connection.requested'>, 'data' | 'personal'>,
): Promise<void> {
  if (!isHeldBack(data)) return
  const report = heldReport(data.connectionId, data.requesterId, { request: personal.message })
  await publishReport(partiesOf(data), report, now())
}
