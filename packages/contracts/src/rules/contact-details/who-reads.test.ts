import { expect, it } from '@jest/globals'
import type { ContactKind } from './found.ts'
import { type ContactOutcome, contactRuleOf, outcomeOf } from './who-reads.ts'

const minor = { minor: true, teacherId: 't', studentId: 's' }
const child = { ...minor, studentId: null }
const adult = { minor: false, teacherId: 't', studentId: 's' }

it.each<
  [string, typeof minor | typeof child, { by: string; isShared: boolean }, ContactKind[], ContactOutcome]
>([
  ['a teacher to a minor', minor, { by: 't', isShared: false }, ['phone'], 'held'],
  ['a minor to a teacher', minor, { by: 's', isShared: true }, ['phone'], 'held'],
  ['a guardian beside a minor', minor, { by: 'g', isShared: false }, ['phone'], 'delivered'],
  ['a teacher to a guardian alone', child, { by: 't', isShared: false }, ['phone', 'handle'], 'delivered'],
  ['a teacher to an adult', adult, { by: 't', isShared: false }, ['email'], 'delivered'],
  ['a number that guardians may have', minor, { by: 't', isShared: true }, ['phone', 'email'], 'guardians'],
  [
    'a handle is not among what guardians may have',
    minor,
    { by: 't', isShared: true },
    ['phone', 'handle'],
    'held',
  ],
  ['a text without contact details', minor, { by: 't', isShared: false }, [], 'delivered'],
])('%s', (_, parties, writer, kinds, outcome) => {
  expect(outcomeOf(contactRuleOf(parties, writer), kinds)).toBe(outcome)
})
