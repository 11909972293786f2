import { createHash } from 'node:crypto'
import type { DarsiEvent } from '@darsi/contracts/events/events.ts'
import { type Secrecy, secrecyIn } from '@darsi/contracts/rules/contact-details/secrecy.ts'
import { isToMinor } from '@darsi/contracts/rules/contact-details/who-reads.ts'
import type { UtteranceField } from '@darsi/contracts/rules/utterance-fields.ts'
import type { Utterance } from '../utterances/utterance.ts'
import { lessonFields, type UtteranceStore } from '../utterances/utterance-store.ts'
import type { PublishReport, Report } from './publish-report.ts'
import type { ThreadParties } from './thread.ts'
import { partiesOf } from './thread-events.ts'
import type { ThreadStore } from './thread-store.ts'

type Parts = {
  threads: Pick<ThreadStore, 'find'>
  utterances: Pick<UtteranceStore, 'allAbout' | 'textOf'>
  publishReport: PublishReport
}

/** Homework and marks of the teacher. A message is held instead (`held-reports.ts`); these texts were delivered. */
export async function reportHomeworkSecrecy(
  parts: Parts,
  { data }: { data: { homeworkId: string; connectionId: string } },
): Promise<void> {
  const thread = await parts.threads.find(data.connectionId)
  if (thread) await reportSecrecy(parts, thread, { about: data.homeworkId, fields: ['homework', 'mark'] })
}

/** Notes, places, reasons and reports of a lesson. */
export async function reportLessonSecrecy(
  parts: Parts,
  { data }: { data: { sessionId: string; connectionId: string } },
): Promise<void> {
  const thread = await parts.threads.find(data.connectionId)
  if (thread) await reportSecrecy(parts, thread, { about: data.sessionId, fields: lessonFields })
}

/** The note of a teacher who accepts, refuses or ends. */
export async function reportNoteSecrecy(
  parts: Parts,
  { data }: Pick<DarsiEvent<'connection.approved'>, 'data'>,
): Promise<void> {
  await reportSecrecy(parts, partiesOf(data), { about: data.connectionId, fields: ['note'] })
}

/** Each text is reported once, however often its event arrives. */
async function reportSecrecy(
  { utterances, publishReport }: Parts,
  parties: ThreadParties,
  { about, fields }: { about: string; fields: readonly UtteranceField[] },
): Promise<void> {
  if (!isToMinor(parties, parties.teacherId)) return
  for (const said of await utterances.allAbout(about, fields)) {
    const quoted = utterances.textOf(said)
    const asked = said.by === parties.teacherId ? secrecyIn(quoted) : null
    if (!asked) continue
    const found = { asked, reported: reportedOf(said), quoted }
    // an id has at most 64 letters
    const id = createHash('sha256').update(said._id).digest('base64url')
    await publishReport(parties, secrecyReport(id, said.by, found), said.at)
  }
}

function reportedOf({ field, about: id, by, at, files }: Utterance): Report['reported'] {
  if (field === 'note') return 'request'
  const kind = field === 'homework' || field === 'mark' ? field : 'lesson'
  return { kind, id, by, at, files }
}

/** A doubtful text has an ordinary explanation, so it pauses nothing. */
export const secrecyReport = (
  id: string,
  about: string,
  { asked, ...found }: Pick<Report, 'reported' | 'quoted'> & { asked: Secrecy },
): Report => ({
  id: `secrecy.${id}`,
  about,
  reason: 'secrecy',
  severity: asked === 'clear' ? 'high' : 'medium',
  found: ['secrecy'],
  text: '',
  ...found,
})
