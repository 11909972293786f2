import { ageRuleOn } from '@darsi/contracts/rules/registration/age-rules.ts'
import { learnerOf, refusePaused } from '../parties/party.ts'
import type { PartyQueries } from '../parties/party-queries.ts'
import { reportDue } from '../reports/report-due.ts'
import type { ReportQueries } from '../reports/report-queries.ts'
import { complete, reportNoShow } from './lesson.ts'
import type { LessonQueries } from './lesson-queries.ts'
import type { LessonDocument, LessonStore } from './lesson-store.ts'

type Parts = {
  lessons: LessonStore
  lessonQueries: LessonQueries
  partyQueries: PartyQueries
  reportQueries: ReportQueries
}

/** @throws problem with the reason */
export async function completeLesson(parts: Parts, lesson: LessonDocument, by: string): Promise<void> {
  const reportDueAt = await reportDueAfter(parts, lesson)
  await parts.lessons.update(lesson, (current, at) => complete(current, { by, at, reportDueAt }))
}

async function reportDueAfter(
  { lessonQueries, partyQueries, reportQueries }: Parts,
  lesson: LessonDocument,
): Promise<Date | null> {
  const { connectionId, endsAt, startsAt } = lesson
  const connection = await partyQueries.connection(connectionId)
  if (connection && (await partyQueries.isLearnerErased(connection))) return null
  const learner = connection ? learnerOf(connection) : { birthYear: null, minor: false }
  const since = await reportQueries.lastWrittenAt(connectionId)
  const isWaiting = await lessonQueries.isReportWaiting(lesson)
  return reportDue(ageRuleOn(startsAt, learner).reports, { endsAt, since, isWaiting })
}

/** @throws problem with the reason */
export async function recordNoShow(
  { lessons, lessonQueries, partyQueries }: Parts,
  id: string,
  { by, reason }: { by: string; reason: string },
): Promise<void> {
  const lesson = await lessonQueries.ofParty(id, by)
  // a lesson that was over before the pause is not on hold
  refusePaused(await partyQueries.connection(lesson.connectionId))
  await lessons.update(lesson, (current, at) => reportNoShow(current, { by, reason, at }))
}
