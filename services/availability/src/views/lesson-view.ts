import type { Lesson as LessonView } from '@darsi/contracts/calls/availability/sessions-api.ts'
import type { Language } from '@darsi/contracts/reference/languages.ts'
import type { Role } from '@darsi/contracts/reference/roles.ts'
import { ageRuleOn } from '@darsi/contracts/rules/registration/age-rules.ts'
import { messageText } from '@darsi/contracts/texts/messages.ts'
import { whenOf } from '../hours/hours.ts'
import { cancelActionOf, isAllowed, type Lesson, undoUntil } from '../lessons/lesson.ts'
import { mayChangePlace } from '../lessons/lesson-details.ts'
import { joinLink } from '../lessons/meeting-link.ts'
import { needsAnswer } from '../lessons/proposal.ts'
import { type ConnectionRow, isErasedLearner, learnerOf, namesOf, type PartyRows } from '../parties/party.ts'
import type { Report } from '../reports/report.ts'
import { reportView } from '../reports/report-view.ts'
import { needsWord, type Review, reviewFor } from '../reviews/review.ts'

type Viewer = { userId: string; role: Role; language: Language; now: Date; publicUrl: string }
/** What a list of lessons refers to. */
type Related = PartyRows & {
  reviews: ReadonlyMap<string, Review>
  reports: ReadonlyMap<string, Report>
}

/** A lesson as one of its parties sees it, with what this party may do now. */
export function lessonView(lesson: Lesson, viewer: Viewer, related: Related): LessonView {
  const { teacherId, studentId, childId, durationMinutes } = lesson
  const { userId, language } = viewer
  const review = reviewFor(related.reviews, lesson)
  const report = related.reports.get(lesson._id)
  const connection = related.connections.get(lesson.connectionId)
  const names = namesOf(lesson.connectionId, related, userId)
  const { connectionId, seriesId, subject, type, place, parentPresent, status, cause } = lesson
  // the words of a report, or of the answer to a review, would not arrive
  const isSilent = connection?.status === 'suspended' || (connection?.blockedBy ?? []).length > 0
  const isErased = connection !== undefined && isErasedLearner(connection, related.people)
  const isReportable = !report && !isErased && !isSilent
  return {
    id: lesson._id,
    ...{ connectionId, seriesId, subject, type, place, parentPresent, status, durationMinutes },
    group: lesson.groupId && lesson.seat ? { id: lesson.groupId, ...lesson.seat } : null,
    meetingLink: joinLink(lesson, viewer.publicUrl),
    notes: lesson.notes,
    teacher: { id: teacherId, name: names.teacher },
    student: { id: studentId ?? childId ?? '', childId, name: names.student },
    ...whenOf(lesson),
    startsAt: lesson.startsAt.toISOString(),
    endsAt: lesson.endsAt.toISOString(),
    onHold: Boolean(lesson.heldAt),
    reason: cause && cause !== 'party' ? messageText(`cancelled-${cause}`, language) : lesson.reason,
    ...answerFields(lesson, viewer, connection),
    ...allowedFields(lesson, viewer, {
      connection,
      isReviewed: Boolean(review),
      isReportable,
    }),
    reportDueAt: (isReportable && lesson.reportDueAt?.toISOString()) || null,
    room: lesson.room ?? null,
    attendance: lesson.attendance ?? null,
    // the review of the term may belong to another lesson
    review:
      review?.sessionId === lesson._id
        ? reviewView(review, { isTeacher: teacherId === userId, isSilent })
        : null,
    report: report ? reportView(report, related, userId) : null,
    version: lesson.revision,
  }
}

function answerFields(lesson: Lesson, { now, userId }: Viewer, connection: ConnectionRow | undefined) {
  const isProposed = lesson.status === 'proposed'
  const isGuardian = connection?.guardianIds.includes(userId) ?? false
  const canWrite = connection?.status !== 'suspended'
  const action = cancelActionOf(lesson, { by: userId, now, connection })
  return {
    answerUntil: isProposed ? (lesson.proposedUntil?.toISOString() ?? null) : null,
    // by today's age, which is at most that on the day of the first lesson of a series
    presenceNeeded:
      isProposed && connection !== undefined && ageRuleOn(now, learnerOf(connection)).parentPresent,
    canAnswer: isGuardian && canWrite && isAllowed('answer', lesson, now),
    // a guardian answers a proposal instead
    canCancel: isAllowed(action, lesson, now) && !(isProposed && isGuardian),
    undoUntil:
      action === 'undo' && isAllowed('undo', lesson, now) ? undoUntil(lesson, userId).toISOString() : null,
  }
}

type Done = { connection: ConnectionRow | undefined; isReviewed: boolean; isReportable: boolean }

function allowedFields(
  lesson: Lesson,
  { userId, role, now }: Viewer,
  { connection, isReviewed, isReportable }: Done,
) {
  const isTeacher = lesson.teacherId === userId
  const canChange = isAllowed('change', lesson, now)
  // messages to the other side of a paused connection are not allowed
  const canWrite = connection?.status !== 'suspended' && lesson.status === 'completed'
  return {
    canChange,
    canChangePlace:
      canChange && connection !== undefined && mayChangePlace(lesson, { ...connection, by: userId }),
    canReschedule: isAllowed('reschedule', lesson, now),
    // by the age on the day of the lesson, which a move changes by weeks at most
    moveNeedsAnswer:
      connection !== undefined &&
      needsAnswer({ ...connection, by: userId }, learnerOf(connection), [lesson.startsAt]),
    canComplete: isTeacher && isAllowed('complete', lesson, now),
    canReview: canWrite && role !== 'teacher' && !isReviewed,
    reviewNeedsWord: needsWord(lesson),
    canReport: canWrite && isTeacher && isReportable,
  }
}

function reviewView(
  { rating, comment, answer, answeredAt, at }: Review,
  { isTeacher, isSilent }: { isTeacher: boolean; isSilent: boolean },
) {
  const canAnswer = isTeacher && answeredAt === null && !isSilent
  return { rating, comment, answer, at: at.toISOString(), canAnswer }
}
