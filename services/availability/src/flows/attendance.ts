import { ageRuleOn } from '@darsi/contracts/rules/registration/age-rules.ts'
import { complete, couldNotTakePlace, reportNoShow } from '../lessons/lesson.ts'
import type { LessonQueries } from '../lessons/lesson-queries.ts'
import type { LessonDocument, LessonStore } from '../lessons/lesson-store.ts'
import { learnerOf, refusePaused } from '../parties/party.ts'
import type { PartyQueries } from '../parties/party-queries.ts'
import { reportDue } from '../reports/report-due.ts'
import type { ReportQueries } from '../reports/report-queries.ts'

type Parts = {
  lessons: LessonStore & LessonQueries
  parties: PartyQueries
  reports: ReportQueries
}

/** @throws problem with the reason */
export async function completeLesson(parts: Parts, lesson: LessonDocument, by: string): Promise<void> {
  const reportDueAt = await reportDueAfter(parts, lesson)
  await parts.lessons.update(lesson, (current, at) => complete(current, { by, at, reportDueAt }))
}

async function reportDueAfter(
  { lessons, parties, reports }: Parts,
  lesson: LessonDocument,
): Promise<Date | null> {
  const { connectionId, endsAt, startsAt } = lesson
  const connection = await parties.connection(connectionId)
  if (connection && (await parties.isLearnerErased(connection))) return null
  const learner = connection ? learnerOf(connection) : { birthYear: null, minor: false }
  const since = await reports.lastWrittenAt(connectionId)
  const isWaiting = await lessons.isReportWaiting(lesson)
  return reportDue(ageRuleOn(startsAt, learner).reports, { endsAt, since, isWaiting })
}

/** @throws problem with the reason */
export async function recordNoShow(
  { lessons, parties }: Pick<Parts, 'lessons' | 'parties'>,
  id: string,
  { by, reason }: { by: string; reason: string },
): Promise<void> {
  const lesson = await lessons.ofParty(id, by)
  // a lesson that was over before the pause is not on hold
  refusePaused(await parties.connection(lesson.connectionId))
  await lessons.update(lesson, (current, at) => reportNoShow(current, { by, reason, at }))
}

/** @throws problem with the reason */
export async function recordNotHeld(
  { lessons, parties }: Pick<Parts, 'lessons' | 'parties'>,
  id: string,
  by: string,
): Promise<void> {
  const lesson = await lessons.ofParty(id, by)
  refusePaused(await parties.connection(lesson.connectionId))
  await lessons.update(lesson, (current, at) => couldNotTakePlace(current, { by, at }))
}
