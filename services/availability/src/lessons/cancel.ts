import { cancel, isAllowed, refuse } from './lesson.ts'
import type { LessonQueries } from './lesson-queries.ts'
import type { LessonStore } from './lesson-store.ts'

type Parts = { lessons: LessonStore; lessonQueries: LessonQueries; now: () => Date }

/** A party cancels a lesson, or with it the later ones of its series that can still be cancelled. */
export async function cancelLesson(
  { lessons, lessonQueries, now }: Parts,
  id: string,
  { by, reason, series }: { by: string; reason: string; series: boolean },
): Promise<void> {
  const lesson = await lessonQueries.ofParty(id, by)
  refuse('cancel', lesson, now())
  const later = series ? await lessonQueries.laterInSeries(lesson) : []
  // the first event names all of them, so that a family gets one mail
  const all = [lesson, ...later]
  await lessons.update(lesson, (current, at) => cancel(current, { by, reason, series: all, at }))
  for (const other of later)
    await lessons.update(other, (current, at) =>
      isAllowed('cancel', current, at) ? cancel(current, { by, reason, series: [], at }) : null,
    )
}
