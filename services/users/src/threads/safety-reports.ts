import { createdId } from '@darsi/kit/http/created-id.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import type { WriteLimits } from '../write-limits.ts'
import type { Conversations } from './conversations.ts'
import type { MessageStore } from './message-store.ts'
import type { PublishReport } from './publish-report.ts'
import { erasedAuthor, maySee, numberIn } from './thread.ts'

export type SafetyReportParts = {
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
