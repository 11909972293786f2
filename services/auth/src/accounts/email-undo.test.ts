import { dayMs } from '@darsi/contracts/reference/tunis-time.ts'
import { describe, expect, it } from '@jest/globals'
import { verificationLifeMs } from './account.ts'
import { addressesLeft, liveUndos, undoBy, undoLifeMs, undone } from './email-undo.ts'

const now = new Date('2026-11-22T08:00:00Z')
const ago = (days: number) => new Date(now.getTime() - days * dayMs)
const undo = (email: string, days: number) => ({
  hashes: [`of-${email}`],
  email,
  changedAt: ago(days),
  expiresAt: new Date(ago(days).getTime() + undoLifeMs),
})
const factor = (id: string, days: number, verifiedAt: Date | null = ago(days)) => ({
  id,
  name: id,
  sealedSecret: '',
  verifiedAt,
  createdAt: ago(days),
  lastStep: 0,
})
const account = {
  email: 'thief-2',
  emailChange: null,
  emailUndos: [undo('long-ago', 8), undo('owner', 2), undo('thief-1', 1)],
  factors: [factor('old', 30), factor('before', 3), factor('after', 1), factor('unfinished', 30, null)],
  recoveryCodes: ['code'],
}

describe('taking a change of address back', () => {
  it('works for seven days', () => {
    expect(liveUndos(account, now).map(({ email }) => email)).toEqual(['owner', 'thief-1'])
    expect(undoBy(account, 'of-long-ago', now)).toBeUndefined()
    expect(undoBy({ ...account, emailUndos: [undo('owner', 7)] }, 'of-owner', now)).toBeUndefined()
  })

  it('goes back behind every later change, whose own ways back are void', () => {
    const owners = undoBy(account, 'of-owner', now)
    const after = owners && undone(account, owners, now)
    expect(after).toMatchObject({ email: 'owner', emailUndos: [] })
    expect(after && addressesLeft(account, after).sort()).toEqual(['long-ago', 'thief-1', 'thief-2'])
  })

  it('a thief takes a later one back and cannot void the owner’s', () => {
    const thiefs = undoBy(account, 'of-thief-1', now)
    const after = thiefs && undone(account, thiefs, now)
    expect(after?.emailUndos.map(({ email }) => email)).toEqual(['owner'])
    expect(after && addressesLeft(account, after)).not.toContain('owner')
  })

  it('keeps the factors that are older than the week before the change, and drops the codes with any other', () => {
    const owners = undo('owner', 2)
    expect(undone(account, owners, now).factors.map(({ id }) => id)).toEqual(['old'])
    expect(undone(account, owners, now).recoveryCodes).toEqual([])
    const untouched = { ...account, factors: [factor('old', 30)] }
    expect(undone(untouched, owners, now).recoveryCodes).toEqual(['code'])
  })

  it('of one that is not confirmed keeps the address and the factors older than the week before the request', () => {
    const expiresAt = new Date(ago(2).getTime() + verificationLifeMs)
    const emailChange = {
      email: 'thief-3',
      hash: 'confirms',
      expiresAt,
      cancelHashes: ['first', 'second'],
      proofs: 0,
    }
    const asked = undoBy({ ...account, emailChange }, 'first', now)
    expect(asked).toEqual({ email: 'thief-2', changedAt: ago(2) })
    expect(asked && undone(account, asked, now).factors.map(({ id }) => id)).toEqual(['old'])
  })

  it('counts the age of a factor from its first code: a thief may begin the enrolment long before', () => {
    const owners = undo('owner', 2)
    const hourBefore = new Date(owners.changedAt.getTime() - 3_600_000)
    const late = { ...account, factors: [factor('late', 30, hourBefore)] }
    expect(undone(late, owners, now)).toMatchObject({ factors: [], recoveryCodes: [] })
  })
})
