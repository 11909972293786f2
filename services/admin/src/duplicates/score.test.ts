import { canonicalEmail } from '@darsi/contracts/rules/registration/canonical-email.ts'
import { describe, expect, it } from '@jest/globals'
import { compare, keysOf, nameSimilarity, type Person } from './score.ts'

const amine: Person = {
  fullName: 'Mohamed Amine Trabelsi',
  email: 'amine.trabelsi@example.tn',
  phone: '+21620111222',
  birthYear: 1990,
  governorateId: 1,
  delegationId: 4,
  role: 'student',
}
const person = (change: Partial<Person>): Person => ({ ...amine, ...change })

describe('one person with two accounts', () => {
  it.each([
    ['the same telephone and name in Arabic', { fullName: 'محمد أمين الطرابلسي', email: 'x@example.tn' }],
    [
      'another spelling and a mistyped telephone',
      { fullName: 'Mohammed Amin Trabelssi', email: 'q@example.tn', phone: '+21620111223' },
    ],
    [
      'the same mailbox with a plus sign',
      { email: 'amine.trabelsi+school@example.tn', phone: '+21699888777' },
    ],
    ['the same name, year and place', { email: 'other@example.tn', phone: '+21650600700' }],
    [
      'a like address elsewhere',
      { email: 'amine.trabelsi1@example.com', phone: '+21650600700', birthYear: null },
    ],
  ] as const)('is found by %s', (_, change) => {
    expect(compare(amine, person(change))).toMatchObject({ isDuplicate: true })
  })
})

describe('two persons', () => {
  it.each([
    [
      'siblings with their parents’ telephone',
      { fullName: 'Ahmed Trabelsi', email: 'a@example.tn', birthYear: 1993 },
    ],
    ['twins', { fullName: 'Amina Trabelsi', email: 'b@example.tn' }],
    [
      'namesakes elsewhere',
      { email: 'c@example.tn', phone: '+21698000111', birthYear: 2001, governorateId: 9, delegationId: 1 },
    ],
    [
      'a family that shares a mailbox',
      { fullName: 'Salma Gharbi', email: 'amine.trabelsi+salma@example.tn', phone: '+21698000111' },
    ],
    ['namesakes of whom no more is known', { email: 'd@example.tn', phone: '+21698000111', birthYear: null }],
  ] as const)('are not taken for one: %s', (_, change) => {
    expect(compare(amine, person(change))).toMatchObject({ isDuplicate: false })
  })
})

describe('names', () => {
  it('Amine and Amina are two people', () => {
    expect(nameSimilarity('Amine Ben Salah', 'Amina Ben Salah')).toBeLessThan(0.7)
    expect(nameSimilarity('أمين بن صالح', 'أمينة بن صالح')).toBeLessThan(0.7)
  })

  it('a name given in part is close', () => {
    expect(nameSimilarity('Mohamed Amine Trabelsi', 'Amine Trabelsi')).toBeGreaterThan(0.8)
  })
})

it('one mailbox has one address', () => {
  expect(canonicalEmail('A.Mine+x@GMail.com')).toBe('amine@gmail.com')
  expect(canonicalEmail('a.mine+x@example.tn')).toBe('a.mine@example.tn')
})

it('every possible duplicate shares a key with the account', () => {
  const other = person({ fullName: 'الطرابلسي محمد أمين', email: 'z@example.tn', phone: '+21650600700' })
  const keys = new Set(keysOf(amine))
  expect(keysOf(other).some((key) => keys.has(key))).toBe(true)
})
