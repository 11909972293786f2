import type { Language } from '@darsi/contracts/languages.ts'
import type { Lesson as LessonView, ProgressReport } from '@darsi/contracts/sessions-api.ts'
import type { Identity } from '@darsi/kit/identity.ts'
import { problem } from '@darsi/kit/problem.ts'
import type { Lesson } from './lesson.ts'
import type { Report } from './reports.ts'
import type { Sessions } from './sessions.ts'
import { lessonView, reportView } from './view.ts'

type Reading = { identity: Identity; language: Language }

/** Lessons and reports with the names and reviews around them, in a few reads however long the list is. */
export function createViews({ lessons, parties, reviews, reports, now }: Sessions) {
  const around = async (of: readonly { connectionId: string }[]) => {
    const connections = await parties.connectionsOf([...new Set(of.map(({ connectionId }) => connectionId))])
    const ids = [...connections.values()].flatMap(({ partyIds }) => partyIds)
    return { connections, people: await parties.peopleOf([...new Set(ids)]) }
  }
  const viewsOf = async (list: readonly Lesson[], { identity, language }: Reading): Promise<LessonView[]> => {
    const [whose, reviewed, reported] = await Promise.all([around(list), reviews.of(list), reports.of(list)])
    const reader = { userId: identity.userId, role: identity.role, language, now: now() }
    return list.map((lesson) =>
      lessonView(lesson, reader, { ...whose, reviews: reviewed, reports: reported }),
    )
  }

  return {
    viewsOf,
    viewOf: async (id: string, reading: Reading): Promise<LessonView> => {
      const [view] = await viewsOf(await lessons.inSeries([id]), reading)
      if (!view) throw problem('not-found')
      return view
    },
    reportsOf: async (list: readonly Report[], viewerId: string): Promise<ProgressReport[]> => {
      const whose = await around(list)
      return list.map((report) => reportView(report, whose, viewerId))
    },
  }
}
