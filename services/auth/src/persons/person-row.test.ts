import { randomBytes } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { createPersonHashes } from './person-hashes.ts'
import { expiryOf, formerPersonOf, type PersonRow } from './person-row.ts'

const key = () => randomBytes(32).toString('base64')
const own = key()
const hashes = createPersonHashes(own)
const contact = { email: 'amina.b@gmail.com', phone: '+21620123456', fullName: 'Amina Ben Salah' }
const at = new Date('2026-11-28T12:00:00Z')

describe('the hashes of a person', () => {
  it.each([
    ['another spelling of the mailbox', { email: 'AminaB+new@googlemail.com', phone: '', fullName: '' }],
    ['the telephone without its country code', { email: '', phone: '20 123 456', fullName: '' }],
    ['the name in Arabic with the telephone', { email: '', phone: '20123456', fullName: 'أمينة بن صالح' }],
  ])('are the same for %s', (_, other) => {
    const known = hashes.toWrite(contact)
    for (const { hash } of hashes.toRead(other)) expect(known).toContain(hash)
  })

  it('can be read with an older key, and with no other', () => {
    const [first] = hashes.toWrite(contact)
    const read = (list: string) => createPersonHashes(list).toRead(contact)
    expect(read(`${key()},${own}`).map(({ hash }) => hash)).toContain(first)
    expect(read(key()).map(({ hash }) => hash)).not.toContain(first)
  })
})

describe('what the register answers', () => {
  const asked = hashes.toRead(contact)
  const known = hashes.toWrite(contact)
  const phone = asked.filter(({ kind }) => kind === 'phone').map(({ hash }) => hash)

  it('is the youngest age of all accounts, with the guardians at the end of each', () => {
    const rows: PersonRow[] = [
      {
        ...{ _id: 's1', role: 'student', hashes: known, birthYear: 2005, educationLevel: 'university' },
        guardians: [{ userId: 'p1', leftAt: new Date(at.getTime() - 1) }],
        closedAt: at,
      },
      {
        ...{ _id: 's2', role: 'student', hashes: known, birthYear: 2012, educationLevel: 'college' },
        guardians: [{ userId: 'p2', leftAt: at }],
        closedAt: at,
      },
    ]
    expect(formerPersonOf(rows, asked)).toMatchObject({
      age: { birthYear: 2012, educationLevel: 'college' },
      guardianIds: ['p2'],
      hadGuardian: true,
    })
    expect(formerPersonOf(rows.slice(0, 1), asked)).toMatchObject({ guardianIds: [], hadGuardian: true })
  })

  it('is no age and no guardian for the same telephone alone, because a family shares it', () => {
    const row: PersonRow = { _id: 's1', role: 'student', hashes: phone, birthYear: 2012, alertIds: ['a1'] }
    expect(formerPersonOf([row], asked)).toEqual({
      accounts: [{ userId: 's1', match: 'phone', isSuspended: false, alertIds: ['a1'] }],
      ...{ age: null, guardianIds: [], hadGuardian: false },
    })
    expect(formerPersonOf([], asked)).toBeNull()
  })
})

it.each([
  ['12 months', { role: 'parent' }, '2027-11-28'],
  ['until a minor is 20', { role: 'student', birthYear: 2011 }, '2032-01-01'],
  ['as long as the evidence after an alert', { role: 'teacher', alertIds: ['a1'] }, '2031-11-28'],
  ['as long as the evidence after a suspension', { role: 'teacher', suspendedAt: at }, '2031-11-28'],
] as const)('a closed account is known for %s', (_, row, until) => {
  const alertIds = 'alertIds' in row ? [...row.alertIds] : []
  expect(
    expiryOf({ _id: 'u1', ...row, alertIds }, at)
      .toISOString()
      .slice(0, 10),
  ).toBe(until)
})
