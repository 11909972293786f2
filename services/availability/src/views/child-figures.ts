import type { Api } from '@darsi/contracts/calls/api.ts'
import { fewestRatings } from '@darsi/contracts/rules/fewest.ts'
import { type Lesson, statusesAhead } from '../lessons/lesson.ts'

type ChildFigures = Api['GET /sessions/children']['answer']['data'][number]
type Counted = Pick<Lesson, 'childId' | 'status' | 'startsAt' | 'endsAt'>

/** The figures of each child, in the order of the first lesson. A child without a lesson has no entry. */
export function childFigures(
  lessons: readonly Counted[],
  reports: readonly { childId: string | null; effort: number }[],
  now: Date,
): ChildFigures[] {
  const childIds = [...new Set(lessons.flatMap(({ childId }) => childId ?? []))]
  return childIds.map((childId) => {
    const own = lessons.filter((lesson) => lesson.childId === childId)
    const completed = own.filter(({ status }) => status === 'completed')
    const ahead = own.filter(
      ({ status, endsAt }) => statusesAhead.some((one) => one === status) && endsAt > now,
    )
    return {
      childId,
      completed: completed.length,
      upcoming: ahead.length,
      lastLessonAt: startOf(completed, Math.max),
      nextLessonAt: startOf(ahead, Math.min),
      ...effortIn(reports.filter((report) => report.childId === childId)),
    }
  })
}

/** spec §3 averageRating of a child: the mean effort in the progress reports, from three on (product.md §1). */
function effortIn(reports: readonly { effort: number }[]) {
  const sum = reports.reduce((total, { effort }) => total + effort, 0)
  return {
    reports: reports.length,
    averageEffort: reports.length < fewestRatings ? null : sum / reports.length,
  }
}

function startOf(lessons: readonly Counted[], pick: (...times: number[]) => number): string | null {
  if (lessons.length === 0) return null
  return new Date(pick(...lessons.map(({ startsAt }) => startsAt.getTime()))).toISOString()
}
