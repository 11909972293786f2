import { describe, expect, it } from '@jest/globals'
import { createSums, type Taught } from './teaching-report.ts'

const taught = (learnerId: string, over: Partial<Taught> = {}): Taught => ({
  ...{
    teacherId: 't1',
    learnerId,
    subject: 'mathematics',
    level: null,
    minor: false,
    lessons: 2,
    minutes: 90,
  },
  ...over,
})
const learners = (count: number, over: Partial<Taught> = {}) =>
  Array.from({ length: count }, (_, index) => taught(`learner-${over.subject}-${over.minor}-${index}`, over))

function reported(rows: Parameters<ReturnType<typeof createSums>['result']>[0], each: readonly Taught[]) {
  const sums = createSums()
  for (const one of each) sums.add(rows === 'subject' ? one.subject : (one.level ?? 'unknown'), one)
  return sums.result(rows)
}

describe('the report of what was taught', () => {
  it('counts people once and hours in tenths', () => {
    const { entries, total } = reported('subject', [...learners(5), taught('learner-undefined-undefined-0')])
    expect(total).toEqual({ learners: 5, minors: 0, teachers: null, lessons: 12, hours: 9 })
    expect(entries).toEqual([{ key: 'mathematics', population: null, figures: total }])
  })

  it('says nothing about fewer than five learners, and the total does not contain them', () => {
    const [many, few] = [learners(6), learners(4, { subject: 'physics' })]
    const { entries, total } = reported('subject', [...many, ...few])
    expect(entries.map(({ key, figures }) => [key, figures?.learners ?? null])).toEqual([
      ['mathematics', 6],
      ['physics', null],
    ])
    expect(total?.learners).toBe(6)
    expect(reported('subject', few).total).toBeNull()
  })

  it('hides the minors when they, or the others, are one to four', () => {
    const minorsOf = (minors: number, others: number) =>
      reported('subject', [...learners(minors, { minor: true }), ...learners(others)]).total?.minors
    expect([minorsOf(4, 6), minorsOf(6, 4), minorsOf(5, 5), minorsOf(6, 0), minorsOf(0, 6)]).toEqual([
      ...[null, null, 5, 6, 0],
    ])
  })

  it('names every governorate, with its inhabitants', () => {
    const { entries } = createSums().result('governorate')
    expect(entries).toHaveLength(24)
    expect(entries.reduce((sum, { population }) => sum + (population ?? 0), 0)).toBe(10_982_754)
    expect(entries.every(({ figures }) => figures?.learners === 0)).toBe(true)
  })
})
