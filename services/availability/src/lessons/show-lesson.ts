import type { Lesson as LessonView } from '@darsi/contracts/calls/availability/sessions-api.ts'
import type { Language } from '@darsi/contracts/reference/languages.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import type { Identity } from '@darsi/kit/identity/identity.ts'
import type { Parts } from '../parts.ts'
import type { Lesson } from './lesson.ts'
import type { LessonDocument } from './lesson-store.ts'
import { lessonView } from './lesson-view.ts'

type Viewer = { identity: Identity; language: Language }
type Needed = Pick<
  Parts,
  'lessonQueries' | 'partyQueries' | 'reviewQueries' | 'reportQueries' | 'now' | 'publicUrl'
>

/** Four reads for names, reviews and reports, however long the list is. */
export async function showLessons(
  { partyQueries, reviewQueries, reportQueries, now, publicUrl }: Needed,
  list: readonly Lesson[],
  { identity: { userId, role }, language }: Viewer,
): Promise<LessonView[]> {
  const [rows, reviews, reports] = await Promise.all([
    partyQueries.rowsOf(list),
    reviewQueries.ofLessons(list),
    reportQueries.ofLessons(list),
  ])
  const viewer = { userId, role, language, now: now(), publicUrl }
  return list.map((lesson) => lessonView(lesson, viewer, { ...rows, reviews, reports }))
}

export async function showLesson(parts: Needed, id: string, viewer: Viewer): Promise<LessonView> {
  const [view] = await showLessons(parts, await parts.lessonQueries.byIds([id]), viewer)
  if (!view) throw problem('not-found')
  return view
}

/** @throws problem 404 for everybody but its teacher */
export async function lessonTaughtBy(
  { lessonQueries }: Needed,
  id: string,
  teacherId: string,
): Promise<LessonDocument> {
  const lesson = await lessonQueries.ofParty(id, teacherId)
  if (lesson.teacherId !== teacherId) throw problem('not-found')
  return lesson
}

/** Whether a minor reads what this party writes about the lesson; see `partyQueries.reachesMinor`. */
export async function reachesMinor(
  { lessonQueries, partyQueries }: Needed,
  { identity: { userId }, params: { id } }: { identity: Identity; params: { id: string } },
): Promise<boolean> {
  const lesson = await lessonQueries.find(id)
  if (!lesson?.partyIds.includes(userId)) return false
  return partyQueries.reachesMinor(lesson.connectionId, userId)
}
