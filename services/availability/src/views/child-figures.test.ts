import { expect, it } from '@jest/globals'
import { childFigures } from './child-figures.ts'

const now = new Date('2026-11-22T10:00:00Z')
const lesson = (childId: string | null, status: 'completed' | 'upcoming' | 'cancelled', hours: number) => {
  const startsAt = new Date(now.getTime() + hours * 3_600_000)
  return { childId, status, startsAt, endsAt: new Date(startsAt.getTime() + 3_600_000) }
}

it('each child has its own lessons and reports; an own lesson of the parent is nobody’s', () => {
  const lessons = [
    lesson('a', 'completed', -50),
    lesson('a', 'completed', -2),
    lesson('b', 'upcoming', 30),
    lesson('b', 'upcoming', 5),
    lesson('b', 'cancelled', 1),
    // its hour is over and it was not completed
    lesson('a', 'upcoming', -9),
    lesson(null, 'completed', -3),
  ]
  const reports = [
    { childId: 'a', effort: 5 },
    { childId: 'a', effort: 3 },
    { childId: 'a', effort: 4 },
    { childId: 'b', effort: 1 },
    { childId: null, effort: 1 },
  ]
  expect(childFigures(lessons, reports, now)).toEqual([
    {
      ...{ childId: 'a', completed: 2, upcoming: 0, reports: 3, averageEffort: 4, nextLessonAt: null },
      lastLessonAt: '2026-11-22T08:00:00.000Z',
    },
    {
      ...{ childId: 'b', completed: 0, upcoming: 2, reports: 1, averageEffort: null, lastLessonAt: null },
      nextLessonAt: '2026-11-22T15:00:00.000Z',
    },
  ])
  expect(childFigures([], reports, now)).toEqual([])
})
