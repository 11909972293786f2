import { randomUUID } from 'node:crypto'
import { problem } from '@darsi/kit/http/problem.ts'
import type { PartyQueries } from '../parties/party-queries.ts'
import { type Details, isAllowed, type Lesson, refuse, type SeriesChange } from './lesson.ts'
import { changeDetails, checkDetails } from './lesson-details.ts'
import type { LessonQueries } from './lesson-queries.ts'
import type { LessonStore } from './lesson-store.ts'
import { answerDeadline } from './proposal.ts'

type Parts = {
  lessons: LessonStore & LessonQueries
  parties: PartyQueries
  now: () => Date
  meetingHosts: readonly string[]
}
type Change = Details & { by: string; version: number; series: boolean }

/** A party changes place, link or notes of a lesson, or with it of the later ones of its series. @throws problem */
export async function changeLessonDetails(
  parts: Parts,
  id: string,
  { by, version, series, ...given }: Change,
): Promise<void> {
  const { lessons, parties, now, meetingHosts } = parts
  const lesson = await lessons.ofParty(id, by)
  const connection = await parties.connection(lesson.connectionId)
  if (!connection) throw problem('not-found')
  refuse('change', lesson, now())
  const details = {
    place: given.place?.trim(),
    meetingLink: given.meetingLink?.trim(),
    notes: given.notes?.trim(),
  }
  checkDetails(lesson, details, { ...connection, by, meetingHosts })
  // a new change would replace the mark
  if (lesson.changing) await changeAnnounced(parts, lesson, lesson.changing)
  const later = series ? await lessons.laterInSeries(lesson) : []
  // the first event names all of them, so that a family gets one mail
  const all = [lesson, ...later.filter((other) => isAllowed('change', other, now()))]
  const until = answerDeadline(
    all.map(({ startsAt }) => startsAt),
    now(),
  )
  const proposal = until && { token: randomUUID(), until }
  await lessons.update(lesson, (current, at) => {
    if (current.revision !== version) throw problem('stale-version', { extra: { version: current.revision } })
    return changeDetails(current, { by, at, details, series: all, connection, proposal })
  })
  // also when the first one has these details already
  const ids = all.map((other) => other._id).filter((other) => other !== lesson._id)
  if (ids.length > 0) await changeAnnounced(parts, lesson, { by, ids, details, proposal })
}

/** The clock finishes what a failure or the end of a process interrupted: the families were told already. */
export async function changeInterrupted(parts: Pick<Parts, 'lessons' | 'parties'>): Promise<void> {
  for (const lesson of await parts.lessons.changing())
    if (lesson.changing) await changeAnnounced(parts, lesson, lesson.changing)
}

async function changeAnnounced(
  { lessons, parties }: Pick<Parts, 'lessons' | 'parties'>,
  lesson: Lesson,
  { ids, ...change }: SeriesChange,
): Promise<void> {
  const connection = await parties.connection(lesson.connectionId)
  for (const other of connection ? await lessons.byIds(ids) : [])
    await lessons.update(other, (current, at) =>
      connection && isAllowed('change', current, at)
        ? changeDetails(current, { ...change, at, series: [], connection })
        : null,
    )
  await lessons.noteSeriesDone(lesson, 'changing')
}
