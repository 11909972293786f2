import { describe, expect, it } from '@jest/globals'
import { type Facts, median, transparencyOf } from './transparency.ts'

const at = new Date('2026-11-22T02:00:00Z')
const ago = (hours: number) => new Date(at.getTime() - hours * 3_600_000)
const none: Facts = {
  requests: [],
  cases: { 'contact-answer': [], 'contact-settled': [], 'safety-answer': [], 'safety-investigation': [] },
  refusedTeachers: 0,
  teachers: [],
}
const of = (change: Partial<Facts>) => transparencyOf({ ...none, ...change }, at)
const answers = (...hours: number[]) => hours.map((after) => ({ from: ago(100), done: ago(100 - after) }))
const contactOf = (cases: Facts['cases']['contact-answer']) =>
  of({ cases: { ...none.cases, 'contact-answer': cases } }).promises[0]

describe('the transparency page', () => {
  it('hides figures between one and four, and shows zero', () => {
    expect(of({}).requests).toMatchObject({ asked: 0, declined: 0, medianAnswerHours: null })
    expect(of({ refusedTeachers: 4 }).refusedTeachers).toBeNull()
    expect(of({ refusedTeachers: 5 }).refusedTeachers).toBe(5)
    const few = contactOf(answers(1, 1, 1, 1))
    expect(few).toMatchObject({ cases: null, missed: 0, isKept: true, medianHours: null })
  })

  it('reports a missed deadline, also where the number of cases is masked', () => {
    expect(contactOf(answers(1, 1.5, 2, 1, 0.5))).toMatchObject({
      promise: 'contact-answer',
      ...{ hours: 2, cases: 5, missed: 0, isKept: true, medianHours: 1 },
    })
    expect(contactOf(answers(1, 1.5, 2.1, 1, 0.5))).toMatchObject({ missed: null, isKept: false })
    expect(contactOf(answers(3, 3, 3, 3, 3))).toMatchObject({ missed: 5, isKept: false, medianHours: 3 })
  })

  it('counts an unanswered case once its deadline has passed, and not before', () => {
    expect(contactOf([{ from: ago(1), done: null }])).toMatchObject({ cases: 0, isKept: true })
    expect(contactOf([{ from: ago(3), done: null }])).toMatchObject({ cases: null, isKept: false })
  })

  it('counts requests by how they ended, and the median of what people decided', () => {
    const request = (status: string, hours: number | null) => ({
      asked: ago(90),
      decided: hours === null ? null : ago(90 - hours),
      status,
    })
    const requests = [
      ...[4, 6, 8, 10, 12, 50].map((hours) => request('approved', hours)),
      ...Array.from({ length: 5 }, () => request('expired', 72)),
      request('pending', null),
      request('declined', 2),
    ]
    expect(of({ requests }).requests).toEqual({
      asked: 13,
      ...{ accepted: 6, declined: null, expired: 5, medianAnswerHours: 8 },
    })
  })

  it('is the mean of the two middle values', () => {
    expect(median([1, 2, 3, 4, 5])).toBe(3)
    expect(median([6, 1, 2, 3, 4, 5])).toBe(3.5)
  })
})
