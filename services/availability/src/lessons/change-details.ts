import { problem } from '@darsi/kit/http/problem.ts'
import type { PartyQueries } from '../parties/party-queries.ts'
import { isAllowed, refuse } from './lesson.ts'
import { changeDetails, checkDetails, type Details } from './lesson-details.ts'
import type { LessonQueries } from './lesson-queries.ts'
import type { LessonStore } from './lesson-store.ts'

type Parts = {
  lessons: LessonStore
  lessonQueries: LessonQueries
  partyQueries: PartyQueries
  now: () => Date
  meetingHosts: readonly string[]
}
type Change = Details & { by: string; version: number; series: boolean }

/** A party changes place, link or notes of a lesson, or with it of the later ones of its series. @throws problem */
export async function changeLessonDetails(
  { lessons, lessonQueries, partyQueries, now, meetingHosts }: Parts,
  id: string,
  { by, version, series, ...given }: Change,
): Promise<void> {
  const lesson = await lessonQueries.ofParty(id, by)
  const connection = await partyQueries.connection(lesson.connectionId)
  if (!connection) throw problem('not-found')
  refuse('change', lesson, now())
  const details = {
    place: given.place?.trim(),
    meetingLink: given.meetingLink?.trim(),
    notes: given.notes?.trim(),
  }
  checkDetails(lesson, details, { ...connection, by, meetingHosts })
  const later = series ? await lessonQueries.laterInSeries(lesson) : []
  // the first event names all of them, so that a family gets one mail
  const all = [lesson, ...later.filter((other) => isAllowed('change', other, now()))]
  await lessons.update(lesson, (current, at) => {
    if (current.revision !== version) throw problem('stale-version', { extra: { version: current.revision } })
    return changeDetails(current, { by, at, details, series: all })
  })
  for (const other of later)
    await lessons.update(other, (current, at) =>
      isAllowed('change', current, at) ? changeDetails(current, { by, at, details, series: [] }) : null,
    )
}
