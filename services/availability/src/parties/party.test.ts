import type { ConnectionStatus } from '@darsi/contracts/calls/users/connections-api.ts'
import { expect, it } from '@jest/globals'
import { type ConnectionRow, namesOf, type PersonRow } from './party.ts'

const person = (_id: string, fullName: string): [string, PersonRow] => [
  _id,
  { _id, fullName, email: `${_id}@example.tn` },
]

function studentNameFor(viewer: string, minor: boolean, status: ConnectionStatus = 'approved'): string {
  const row: ConnectionRow = {
    ...{
      _id: 'k',
      status,
      teacherId: 't',
      studentId: 's',
      childId: null,
      guardianIds: ['p'],
      studentName: '',
    },
    ...{ partyIds: ['t', 's', 'p'], requesterId: 's', subject: 'physics', minor, learnerBirthYear: null },
    ...{ learnerLevel: null, videoWithdrawn: false, blockedBy: [] },
  }
  const people = new Map([person('t', 'Sami Trabelsi'), person('s', 'Amina Ben Salah'), person('p', 'Leila')])
  return namesOf('k', { connections: new Map([['k', row]]), people }, viewer).student
}

it('a teacher reads the first name of a minor, the family the full name; everyone reads an adult’s full name', () => {
  expect(studentNameFor('t', true)).toBe('Amina')
  expect(studentNameFor('s', true)).toBe('Amina Ben Salah')
  expect(studentNameFor('p', true)).toBe('Amina Ben Salah')
  expect(studentNameFor('t', false)).toBe('Amina Ben Salah')
})

it('the teacher of a closed connection no longer reads a minor’s name; the family and adults still read names', () => {
  for (const status of ['declined', 'cancelled', 'expired', 'ended'] as const) {
    expect(studentNameFor('t', true, status)).toBe('')
    expect(studentNameFor('p', true, status)).toBe('Amina Ben Salah')
    expect(studentNameFor('t', false, status)).toBe('Amina Ben Salah')
  }
  expect(studentNameFor('t', true, 'pending')).toBe('Amina')
})
