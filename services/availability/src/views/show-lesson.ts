import type { Lesson as LessonView } from '@darsi/contracts/calls/availability/sessions-api.ts'
import type { Language } from '@darsi/contracts/reference/languages.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import type { Identity } from '@darsi/kit/identity/identity.ts'
import type { Lesson } from '../lessons/lesson.ts'
import type { LessonQueries } from '../lessons/lesson-queries.ts'
import type { PartyQueries } from '../parties/party-queries.ts'
import type { ReportQueries } from '../reports/report-queries.ts'
import type { ReviewQueries } from '../reviews/review-queries.ts'
import { childFigures } from './child-figures.ts'
import { lessonView } from './lesson-view.ts'
import { overviewOf } from './overview.ts'

type Parts = {
  lessons: LessonQueries
  parties: PartyQueries
  reviews: ReviewQueries
  reports: ReportQueries
  now: () => Date
  publicUrl: string
}
type Viewer = { identity: Identity; language: Language }
export type LessonViews = ReturnType<typeof createLessonViews>

/** Lessons as one of their parties sees them. */
export function createLessonViews(parts: Parts) {
  const { lessons, parties, reviews, reports, now, publicUrl } = parts

  /** Four reads for names, reviews and reports, however long the list is. */
  const many = async (
    list: readonly Lesson[],
    { identity: { userId, role }, language }: Viewer,
  ): Promise<LessonView[]> => {
    const [rows, reviewed, reported] = await Promise.all([
      parties.rowsOf(list),
      reviews.ofLessons(list),
      reports.ofLessons(list),
    ])
    const viewer = { userId, role, language, now: now(), publicUrl }
    const related = { ...rows, reviews: reviewed, reports: reported }
    return list.map((lesson) => lessonView(lesson, viewer, related))
  }

  return {
    many,
    one: async (id: string, viewer: Viewer): Promise<LessonView> => {
      const [view] = await many(await lessons.byIds([id]), viewer)
      if (!view) throw problem('not-found')
      return view
    },
    overview: async (viewer: Viewer) => {
      const { next, ...figures } = await overviewOf(parts, viewer.identity)
      return { ...figures, next: await many(next, viewer) }
    },
    children: async (userId: string) =>
      childFigures(await lessons.ofChildren(userId), await reports.ofChildren(userId), now()),
  }
}
