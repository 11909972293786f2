import type { Api } from '@darsi/contracts/calls/api.ts'
import { type Lesson, statusesAhead } from './lesson.ts'

type ChildFigures = Api['GET /sessions/children']['answer']['data'][number]
type Counted = Pick<Lesson, 'childId' | 'status' | 'startsAt' | 'endsAt'>

/** The figures of each child, in the order of the first lesson. A child without a lesson has no entry. */
export function childFigures(
  lessons: readonly Counted[],
  reports: readonly { childId: string | null }[],
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
      reports: reports.filter((report) => report.childId === childId).length,
    }
  })
}

function startOf(lessons: readonly Counted[], pick: (...times: number[]) => number): string | null {
  if (lessons.length === 0) return null
  return new Date(pick(...lessons.map(({ startsAt }) => startsAt.getTime()))).toISOString()
}
