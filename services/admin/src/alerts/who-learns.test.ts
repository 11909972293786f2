import { describe, expect, it } from '@jest/globals'
import { atOnce } from './who-learns.ts'

const parties = { teacherIds: ['t'], guardianIds: ['p', 'q'], learnerIds: ['s', 'k'] }
const told = { familyLearns: true, pauses: false }
const paused = { familyLearns: true, pauses: true }
const nothing = { familyLearns: false, pauses: false }

describe('who learns of an alert before an administrator has decided', () => {
  it.each([
    ['held contact details of the teacher', null, 't', paused],
    ['held contact details of a guardian', null, 'p', nothing],
    ['held contact details of the learner', null, 's', told],
    ['a cancelled or missed lesson', null, null, told],
    ['an account that returned', null, 'x', told],
    ['a guardian about the teacher', 'p', 't', paused],
    ['a guardian about nobody', 'p', null, paused],
    ['a guardian about the own child', 'p', 's', paused],
    ['a guardian about the other guardian', 'p', 'q', nothing],
    ['a guardian about an unknown account', 'p', 'x', nothing],
    ['a minor about the teacher', 's', 't', paused],
    ['a minor about a guardian', 's', 'p', nothing],
    ['a minor about nobody', 's', null, nothing],
    ['a minor about itself', 's', 's', nothing],
    ['a teacher about the learner', 't', 's', nothing],
    ['a teacher about a guardian', 't', 'q', nothing],
    ['a teacher about nobody', 't', null, nothing],
    ['another person about the teacher', 'x', 't', paused],
    ['another person about the learner', 'x', 's', nothing],
    ['another person about a guardian', 'x', 'p', nothing],
    ['another person about nobody', 'x', null, nothing],
  ])('%s', (_, by, aboutUserId, expected) => {
    expect(atOnce({ by, aboutUserId }, parties)).toEqual(expected)
  })
})
