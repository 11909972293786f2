import type { ReportableKind, UtteranceField } from '@darsi/contracts/rules/utterance-fields.ts'
import { createdId } from '@darsi/kit/http/created-id.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import type { UtteranceStore } from '../utterances/utterance-store.ts'
import type { WriteLimits } from '../write-limits.ts'
import type { Conversations } from './conversations.ts'
import type { MessageStore } from './message-store.ts'
import type { PublishReport, Reported } from './publish-report.ts'
import { erasedAuthor, maySee, numberIn, type Reader, type StoredMessage, type Thread } from './thread.ts'

export type SafetyReportParts = {
  conversations: Pick<Conversations, 'find'>
  messages: MessageStore
  utterances: Pick<UtteranceStore, 'newestAbout' | 'textOf'>
  publishReport: PublishReport
  writeLimits: WriteLimits
  now: () => Date
}
type About = { kind: ReportableKind; id: string }
type Complaint = { reason: string; about?: About | undefined; idempotencyKey?: string | undefined }

/**
 * A repetition with the same key is the same report.
 * @throws problem `reason-required`, and `not-found` for a text that the caller may not see
 */
export async function reportThread(
  parts: SafetyReportParts,
  id: string,
  userId: string,
  { reason, about, idempotencyKey }: Complaint,
): Promise<void> {
  const { conversations, writeLimits, now } = parts
  const { thread, part } = await conversations.find(id, userId)
  if (reason.trim() === '') throw problem('reason-required')
  const found = about ? await findReported(parts, thread, about, { userId, part }) : null
  if (about && !found) throw problem('not-found')
  await writeLimits.take('report', userId, now())
  const otherSide = part === 'teacher' ? (thread.studentId ?? thread.guardianIds[0]) : thread.teacherId
  const author = found && found.by !== userId && found.by !== erasedAuthor ? found.by : null
  const accused = author ?? otherSide
  const report = {
    id: createdId(idempotencyKey, [userId, id, about, reason]),
    by: userId,
    ...(accused && { about: accused }),
    reason: 'reported' as const,
    text: reason,
    reported: found,
    quoted: found?.text ?? '',
  }
  await parts.publishReport(thread, report, now())
}

export const reportedMessage = ({ _id: id, by, at, files }: StoredMessage): Reported => ({
  ...{ kind: 'message', id, by, at, files },
})

const fieldsOf: Readonly<Record<Exclude<ReportableKind, 'message'>, readonly UtteranceField[]>> = {
  homework: ['homework'],
  'hand-in': ['hand-in'],
  mark: ['mark'],
  lesson: ['lesson-notes', 'lesson-place', 'lesson-link', 'lesson-reason', 'lesson-report'],
}

/** Also homework that was withdrawn. Null for what the reader may not see. */
async function findReported(
  { messages, utterances }: SafetyReportParts,
  thread: Thread,
  { kind, id }: About,
  reader: Reader,
): Promise<(Reported & { text: string }) | null> {
  if (kind !== 'message') {
    const found = await utterances.newestAbout(id, fieldsOf[kind])
    if (found?.connectionId !== thread.connectionId) return null
    const { by, at, files } = found
    return { kind, id, by, at, files, text: utterances.textOf(found) }
  }
  await messages.addNewest(thread)
  const number = numberIn(thread.connectionId, id)
  const message = number === null ? null : await messages.find(thread.connectionId, number)
  if (!message || !maySee(message, reader)) return null
  return { ...reportedMessage(message), text: utterances.textOf(message) }
}
