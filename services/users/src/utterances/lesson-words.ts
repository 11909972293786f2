import type { DarsiEvent } from '@darsi/contracts/events/events.ts'
import { contactDetailsAmong } from '@darsi/contracts/rules/contact-details/together.ts'
import { isJudged } from '@darsi/contracts/rules/contact-details/who-reads.ts'
import type { UtteranceField } from '@darsi/contracts/rules/utterance-fields.ts'
import type { Sealer } from '@darsi/kit/events/seal.ts'
import { textsAround } from './last-words.ts'
import { type Parties, utteranceOf } from './utterance.ts'
import { type RecordParts, recordWords } from './utterance-store.ts'

type Parts = RecordParts & { sealer: Sealer }
type LessonEvent = Pick<DarsiEvent<'session.booked'>, 'data' | 'personal'>

/**
 * What the parties wrote in a lesson. Each event has the lesson's full state, so only a text that differs from the last
 * one is a new text of the person who made this change.
 */
export async function recordLesson(parts: Parts, { data, personal }: LessonEvent): Promise<void> {
  const { sessionId: about, by } = data
  if (!by) return
  const { notes, place, meetingLink, reason } = personal
  const texts: [UtteranceField, string][] = [
    ['lesson-notes', notes],
    ['lesson-place', place],
    ['lesson-link', meetingLink],
    ['lesson-reason', reason],
  ]
  for (const [field, text] of texts) {
    if (text === '') continue
    const before = await parts.utterances.newestAbout(about, [field])
    if (before && parts.utterances.textOf(before) === text) continue
    const [sealed, at] = [parts.sealer.seal({ text }), new Date(data.at)]
    // a link has a host of the operator's list
    const held = field !== 'lesson-link' && (await completesDetails(parts, data, { by, at, text }))
    await recordWords(parts, [utteranceOf(data, { field, about, by, at, sealed, held })])
  }
}

type InThread = Parts & { threads: { find: (connectionId: string) => Promise<Parties | null> } }

/** A teacher's progress report. @param parts.threads knows whether the learner is a minor */
export function recordLessonReport(
  parts: InThread,
  { data, personal }: Pick<DarsiEvent<'report.written'>, 'data' | 'personal'>,
): Promise<void> {
  return recordInThread(parts, 'lesson-report', { ...data, by: data.teacherId, text: personal.text })
}

/** What was written on the board of a minor's lesson. */
export function recordBoardText(
  parts: InThread,
  { data, personal }: Pick<DarsiEvent<'board.written'>, 'data' | 'personal'>,
): Promise<void> {
  return recordInThread(parts, 'board', { ...data, text: personal.text })
}

async function recordInThread(
  parts: InThread,
  field: UtteranceField,
  { sessionId: about, connectionId, by, at, text }: InThreadText,
): Promise<void> {
  const thread = await parts.threads.find(connectionId)
  if (!thread) return
  const written = { by, at: new Date(at) }
  const held = await completesDetails(parts, thread, { ...written, text })
  const sealed = parts.sealer.seal({ text })
  await recordWords(parts, [utteranceOf(thread, { field, about, ...written, sealed, held })])
}

type InThreadText = { sessionId: string; connectionId: string; by: string; at: string; text: string }

/**
 * Whether a text of a lesson completes contact details together with what its author wrote before and after it in the
 * connection: its event may arrive after a later message. The lesson's own service refused whole ones, and does not know
 * the other texts: this one was delivered, and counts as a held one.
 */
async function completesDetails(
  { utterances }: Parts,
  connection: Parties,
  { text, ...written }: { by: string; at: Date; text: string },
): Promise<boolean> {
  if (!isJudged(connection, written.by)) return false
  const { connectionId } = connection
  const around = await textsAround(utterances, { connectionId, ...written })
  return contactDetailsAmong({ ...around, text }).length > 0
}
