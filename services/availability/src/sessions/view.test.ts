import { expect, it } from '@jest/globals'
import type { ConnectionRow, PersonRow } from './parties.ts'
import { namesOf } from './view.ts'

const person = (id: string, fullName: string) =>
  [id, { _id: id, fullName, email: `${id}@example.tn` }] as const

function seenBy(viewer: string, minor: boolean): string {
  const row = { teacherId: 't', studentId: 's', childId: null, guardianIds: ['p'], minor, studentName: '' }
  // `as`: only what names are made of
  const connections = new Map([['k', row as unknown as ConnectionRow]])
  const people = new Map([person('t', 'Sami Trabelsi'), person('s', 'Amina Ben Salah'), person('p', 'Leila')])
  return namesOf(
    'k',
    { connections, people: people as ReadonlyMap<string, unknown> as ReadonlyMap<string, PersonRow> },
    viewer,
  ).student
}

it('a teacher knows the first name of a minor, the family the full one, and all that of an adult', () => {
  expect(seenBy('t', true)).toBe('Amina')
  expect(seenBy('s', true)).toBe('Amina Ben Salah')
  expect(seenBy('p', true)).toBe('Amina Ben Salah')
  expect(seenBy('t', false)).toBe('Amina Ben Salah')
})
