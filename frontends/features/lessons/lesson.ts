import type { Api } from '@darsi/contracts/calls/api.ts'
import { isClassroomLink } from '@darsi/contracts/rules/classroom-path.ts'
import { classroomOpensMs, noShowAfterMs } from '@darsi/contracts/rules/lesson-times.ts'
import type { Tone } from '@darsi/design/feedback/badge.tsx'

export type Lesson = Api['GET /sessions']['answer']['data'][number]
type LessonStatus = Lesson['status']
/** The viewer of a lesson: determines the name of the other side and the allowed actions. */
export type Viewer = 'student' | 'parent' | 'teacher'
export type LessonMove =
  | 'confirm'
  | 'decline'
  | 'details'
  | 'reschedule'
  | 'cancel'
  | 'complete'
  | 'no-show'
  | 'not-held'
  | 'book-again'
  | 'review'
  | 'answer'
  | 'report'

export const statusTones: Readonly<Record<LessonStatus, Tone>> = {
  proposed: 'warning',
  upcoming: 'accent',
  completed: 'success',
  cancelled: 'neutral',
  'no-show': 'danger',
}

/** Held in the site's own room: the server sets this link if the lesson has no other. */
export const isInRoom = ({ id, type, meetingLink }: Pick<Lesson, 'id' | 'type' | 'meetingLink'>): boolean =>
  type === 'online' && (meetingLink === '' || isClassroomLink(meetingLink, id))

/** The site's own room, for online lessons without another link. `board`: the saved board of a past lesson. */
export function roomOf(lesson: Lesson, now: number): 'open' | 'board' | null {
  const { status, onHold, startsAt, endsAt } = lesson
  if (!isInRoom(lesson) || onHold) return null
  if (status === 'completed') return 'board'
  const open = now >= Date.parse(startsAt) - classroomOpensMs && now < Date.parse(endsAt) + classroomOpensMs
  return status === 'upcoming' && open && lesson.room?.state !== 'ended' ? 'open' : null
}

/**
 * The caller's allowed actions by the server's flags. Missing flags are derived from status and time (product.md
 * §5).
 */
export function movesOf(lesson: Lesson, now: number): readonly LessonMove[] {
  const begun = Date.parse(lesson.startsAt)
  const isNotHeld = lesson.attendance?.proposal === 'not-held'
  const all: readonly (readonly [LessonMove, boolean])[] = [
    ['confirm', lesson.canAnswer],
    ['decline', lesson.canAnswer],
    ['complete', lesson.canComplete],
    ['report', lesson.canReport],
    ['review', lesson.canReview],
    ['answer', lesson.review?.canAnswer ?? false],
    ['details', lesson.canChange],
    ['reschedule', lesson.canReschedule],
    ['cancel', lesson.canCancel],
    ['not-held', isNotHeld && lesson.status === 'upcoming' && !lesson.onHold],
    ['book-again', isNotHeld && (lesson.status === 'upcoming' || lesson.status === 'cancelled')],
    ['no-show', lesson.status === 'upcoming' && !lesson.onHold && now >= begun + noShowAfterMs],
  ]
  return all.filter(([, may]) => may).map(([move]) => move)
}

/** The attendance proposed to this reader, if the reader may decide. */
export function proposedMove({ attendance, canComplete, status }: Lesson, viewer: Viewer): LessonMove | null {
  if (status !== 'upcoming' || !attendance?.proposal) return null
  const { proposal } = attendance
  if (proposal === 'completed') return canComplete ? 'complete' : null
  if (proposal === 'not-held') return 'not-held'
  return (proposal === 'learner-missing') === (viewer === 'teacher') ? 'no-show' : null
}

/** A child without an account reads nothing, and a guardian's own words are delivered. */
export const isJudged = ({ student: { id, childId } }: Pick<Lesson, 'student'>, viewer: Viewer): boolean =>
  viewer !== 'parent' && childId !== null && childId !== id

export const otherSide = (lesson: Lesson, viewer: Viewer): string =>
  viewer === 'teacher' ? lesson.student.name : lesson.teacher.name
