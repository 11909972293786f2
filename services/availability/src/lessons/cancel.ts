import type { PartyQueries } from '../parties/party-queries.ts'
import { cancel, cancelActionOf, isAllowed, type Lesson, refuse } from './lesson.ts'
import type { LessonQueries } from './lesson-queries.ts'
import type { LessonStore } from './lesson-store.ts'

type Parts = { lessons: LessonStore & LessonQueries; parties: PartyQueries; now: () => Date }

/**
 * A party cancels a lesson, or with it the later ones of its series that can still be cancelled.
 * @returns how many
 */
export async function cancelLesson(
  parts: Parts,
  id: string,
  { by, reason, series }: { by: string; reason: string; series: boolean },
): Promise<number> {
  const { lessons, parties, now } = parts
  const lesson = await lessons.ofParty(id, by)
  const connection = await parties.connection(lesson.connectionId)
  const action = cancelActionOf(lesson, { by, now: now(), connection })
  refuse(action, lesson, now())
  const later = series ? await lessons.laterInSeries(lesson) : []
  // the first event names all of them, so that a family gets one mail
  const all = [lesson, ...later]
  const cancelled = await lessons.update(lesson, (current, at) =>
    cancel(current, { by, reason, series: all, at, action }),
  )
  if (cancelled) await cancelAnnounced(parts, cancelled)
  return all.length
}

/** The clock finishes what a failure or the end of a process interrupted: the families were told already. */
export async function cancelInterrupted(parts: Pick<Parts, 'lessons'>): Promise<void> {
  for (const lesson of await parts.lessons.cancelling()) await cancelAnnounced(parts, lesson)
}

async function cancelAnnounced({ lessons }: Pick<Parts, 'lessons'>, lesson: Lesson): Promise<void> {
  if (!lesson.cancelling) return
  const { by, ids } = lesson.cancelling
  const { reason } = lesson
  for (const other of await lessons.byIds(ids))
    await lessons.update(other, (current, at) =>
      isAllowed('cancel', current, at) ? cancel(current, { by, reason, series: [], at }) : null,
    )
  await lessons.noteSeriesDone(lesson, 'cancelling')
}
