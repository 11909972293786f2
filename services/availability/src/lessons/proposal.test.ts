import { instantOf } from '@darsi/contracts/reference/tunis-time.ts'
import { describe, expect, it } from '@jest/globals'
import { answerDeadline, needsAnswer } from './proposal.ts'

const now = new Date('2026-11-19T10:00:00Z')
const monday = instantOf('2026-11-23', 9)
const by = (who: string) => ({ by: who, teacherId: 't', guardianIds: ['g', 'h'] })
const ofAge = (age: number | null) => ({ birthYear: age && 2026 - age, minor: age === null || age <= 18 })

describe('a guardian is asked', () => {
  it.each([
    ['a teacher’s booking for a child of ten', 't', 10, true],
    ['a teacher’s booking for a minor of 17', 't', 17, true],
    ['a teacher’s booking for a minor of unknown age', 't', null, true],
    ['a teacher’s booking for an adult', 't', 20, false],
    ['the own booking of a learner of ten', 's', 10, true],
    ['the own booking of a learner of eleven', 's', 11, false],
    ['a guardian’s booking for a child of six', 'g', 6, false],
    ['the other guardian’s booking', 'h', 6, false],
  ])('of %s', (_name, who, age, isAsked) => {
    expect(needsAnswer(by(who), ofAge(age), [monday])).toBe(isAsked)
  })

  it('when one lesson of a series lies in a year in which a parent has to be present', () => {
    const eleven = { birthYear: 2016, minor: true }
    expect(needsAnswer(by('s'), eleven, [instantOf('2027-01-04', 9)])).toBe(false)
    expect(needsAnswer(by('s'), eleven, [instantOf('2026-12-28', 9), instantOf('2027-01-04', 9)])).toBe(true)
  })
})

describe('the time for an answer', () => {
  it.each([
    ['2026-11-23T08:00:00Z', '2026-11-20T10:00:00Z'],
    ['2026-11-20T13:00:00Z', '2026-11-20T09:00:00Z'],
    ['2026-11-19T14:00:01Z', '2026-11-19T10:00:01Z'],
  ])('for a lesson at %s ends at %s: after 24 hours, and 4 hours before', (startsAt, until) => {
    expect(answerDeadline([new Date(startsAt), monday], now)).toEqual(new Date(until))
  })

  it('is over for a lesson within 4 hours', () => {
    expect(answerDeadline([new Date('2026-11-19T14:00:00Z')], now)).toBeNull()
  })
})
