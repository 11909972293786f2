import type { Api } from '@darsi/contracts/api.ts'
import type { Tone } from '../badge.tsx'

export type Lesson = Api['GET /sessions']['answer']['data'][number]
export type LessonStatus = Lesson['status']
/** Who looks at a lesson: it decides the other side's name and who may do what. */
export type Viewer = 'student' | 'parent' | 'teacher'
export type LessonMove = 'reschedule' | 'cancel' | 'complete' | 'no-show' | 'review' | 'answer' | 'report'

export const statusTones: Readonly<Record<LessonStatus, Tone>> = {
  upcoming: 'accent',
  completed: 'success',
  cancelled: 'neutral',
  'no-show': 'danger',
}

const noShowAfterMs = 10 * 60_000

/** What the caller may do, by the server's flags; the missing ones follow from state and clock (product.md §5). */
export function movesOf(lesson: Lesson, viewer: Viewer, now: number): readonly LessonMove[] {
  const begun = Date.parse(lesson.startsAt)
  const all: readonly (readonly [LessonMove, boolean])[] = [
    ['complete', lesson.canComplete],
    ['report', lesson.canReport],
    ['review', lesson.canReview],
    ['answer', viewer === 'teacher' && lesson.review !== null && lesson.review.answer === ''],
    ['reschedule', lesson.canReschedule],
    ['cancel', lesson.canCancel],
    ['no-show', lesson.status === 'upcoming' && now >= begun + noShowAfterMs],
  ]
  return all.filter(([, may]) => may).map(([move]) => move)
}

export const otherSide = (lesson: Lesson, viewer: Viewer): string =>
  viewer === 'teacher' ? lesson.student.name : lesson.teacher.name
