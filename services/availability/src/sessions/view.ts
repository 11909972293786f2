import { firstNameOf } from '@darsi/contracts/first-name.ts'
import type { Language } from '@darsi/contracts/languages.ts'
import { messageText } from '@darsi/contracts/messages.ts'
import type { Role } from '@darsi/contracts/roles.ts'
import type { Lesson as LessonView, ProgressReport } from '@darsi/contracts/sessions-api.ts'
import { type Lesson, whenOf } from './lesson.ts'
import { mayChange, mayComplete } from './moves.ts'
import { type ConnectionRow, type PersonRow, partiesOf } from './parties.ts'
import type { Report } from './reports.ts'
import { type Review, reviewId } from './reviews.ts'

export type Reader = { userId: string; role: Role; language: Language; now: Date }
export type Around = {
  connections: ReadonlyMap<string, ConnectionRow>
  people: ReadonlyMap<string, PersonRow>
  reviews: ReadonlyMap<string, Review>
  reports: ReadonlyMap<string, Report>
}

/** A lesson as one of its parties sees it, with what that one may do now. */
export function lessonView(lesson: Lesson, reader: Reader, around: Around): LessonView {
  const { teacherId, studentId, childId, status, cause } = lesson
  const { userId, role, now, language } = reader
  const isTeacher = teacherId === userId
  const review = around.reviews.get(reviewId(lesson))
  const isReviewed = review?.sessionId === lesson._id
  const report = around.reports.get(lesson._id)
  const names = namesOf(lesson.connectionId, around, userId)
  const canChange = mayChange(lesson, now) === 'yes'
  return {
    id: lesson._id,
    connectionId: lesson.connectionId,
    seriesId: lesson.seriesId,
    teacher: { id: teacherId, name: names.teacher },
    student: { id: studentId ?? childId ?? '', childId, name: names.student },
    subject: lesson.subject,
    ...whenOf(lesson),
    durationMinutes: lesson.durationMinutes,
    startsAt: lesson.startsAt.toISOString(),
    endsAt: lesson.endsAt.toISOString(),
    type: lesson.type,
    meetingLink: lesson.meetingLink,
    place: lesson.place,
    parentPresent: lesson.parentPresent,
    status,
    reason: cause && cause !== 'party' ? messageText(`cancelled-${cause}`, language) : lesson.reason,
    canReschedule: canChange,
    canCancel: canChange,
    canComplete: isTeacher && mayComplete(lesson, now) === 'yes',
    canReview: role !== 'teacher' && status === 'completed' && !review,
    canReport: isTeacher && status === 'completed' && !report,
    reportDueAt: lesson.reportDueAt?.toISOString() ?? null,
    review: isReviewed
      ? { rating: review.rating, comment: review.comment, answer: review.answer, at: review.at.toISOString() }
      : null,
    report: report ? reportView(report, around, userId) : null,
    version: lesson.revision,
  }
}

export function reportView(report: Report, around: Known, viewerId: string): ProgressReport {
  const names = namesOf(report.connectionId, around, viewerId)
  return {
    id: report._id,
    sessionId: report._id,
    childId: report.childId,
    studentName: names.student,
    teacherName: names.teacher,
    subject: report.subject,
    date: whenOf(report).date,
    topics: report.topics,
    effort: report.effort,
    homework: report.homework,
    note: report.note,
    writtenAt: report.writtenAt.toISOString(),
    readAt: report.readAt?.toISOString() ?? null,
  }
}

type Known = Pick<Around, 'connections' | 'people'>

/** A minor's full name is for the own family; a teacher knows the first one. */
export function namesOf(connectionId: string, { connections, people }: Known, viewerId: string) {
  const connection = connections.get(connectionId)
  const parties = connection && partiesOf(connection, people)
  const student = parties?.student?.fullName ?? ''
  const isShort = connection?.minor && connection.teacherId === viewerId
  return { teacher: parties?.teacher?.fullName ?? '', student: isShort ? firstNameOf(student) : student }
}
