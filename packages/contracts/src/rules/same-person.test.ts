import { expect, it } from '@jest/globals'
import { hasSamePerson } from './same-person.ts'

const teacher = { _id: 't', email: 'karim@gmail.com', phone: '+21620000001' }
const student = { _id: 's', email: 'amal@example.tn', phone: '+21620000002' }
const guardian = { _id: 'p', email: 'salma@example.tn', phone: '+21620000003' }
const people = { teacher, student, guardians: [guardian] }

it.each([
  ['three people', people, false],
  ['a family with one telephone', { ...people, student: { ...student, phone: guardian.phone } }, false],
  [
    'people without a telephone',
    { ...people, teacher: { ...teacher, phone: '' }, guardians: [{ ...guardian, phone: '' }] },
    false,
  ],
  [
    'the teacher’s mailbox',
    { ...people, guardians: [{ ...guardian, email: 'K.arim+family@gmail.com' }] },
    true,
  ],
  [
    'the teacher’s telephone',
    { ...people, guardians: [guardian, { ...guardian, _id: 'q', phone: teacher.phone }] },
    true,
  ],
  [
    'a learner with the teacher’s telephone',
    { ...people, student: { ...student, phone: teacher.phone } },
    true,
  ],
  ['the learner’s mailbox', { ...people, guardians: [{ ...guardian, email: 'amal+mum@example.tn' }] }, true],
  ['a child without an account', { ...people, student: null }, false],
])('of %s', (_, those, expected) => {
  expect(hasSamePerson(those)).toBe(expected)
})
