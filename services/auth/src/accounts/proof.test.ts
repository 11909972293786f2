import { describe, expect, it } from '@jest/globals'
import { blankAccount, type NewAccount } from './account.ts'
import { atProof, proofs, proving } from './proof.ts'

const at = new Date('2026-11-22T08:00:00Z')
const expiresAt = new Date('2026-11-23T08:00:00Z')
const factor = (id: string, verifiedAt: Date | null) => ({
  id,
  name: id,
  sealedSecret: '',
  verifiedAt,
  createdAt: at,
  lastStep: 0,
})

/** An account with every pending link, change and factor. */
const full: NewAccount = {
  ...blankAccount({
    id: 'a',
    role: 'teacher',
    status: 'approved',
    at,
    person: { email: 'amal@example.tn', fullName: 'Amal', language: 'en' },
  }),
  passwordHash: 'hash',
  verification: { hash: 'v', expiresAt, usedAt: null, older: [] },
  recovery: { hash: 'r', expiresAt, older: [] },
  emailChange: { hash: 'e', email: 'new@example.tn', expiresAt, cancelHashes: ['c'], proofs: 3 },
  emailUndos: [{ hashes: ['u'], email: 'old@example.tn', changedAt: at, expiresAt }],
  factors: [factor('finished', at), factor('started', null)],
  recoveryCodes: ['code'],
  devices: ['device'],
  loginToldAt: null,
  phone: '+21620123456',
  proofs: 3,
  endings: 2,
}

/** Applies an update like the database does. */
function after({ $set, $pull, $inc }: ReturnType<typeof proving>): NewAccount {
  const pulled = $pull
    ? full.factors.filter(({ verifiedAt }) => verifiedAt !== $pull.factors.verifiedAt)
    : null
  const counted = { proofs: full.proofs + $inc.proofs, endings: full.endings + $inc.endings }
  return { ...full, ...(pulled && { factors: pulled }), ...counted, ...$set }
}

const tokensIn = (account: NewAccount) =>
  ['"v"', '"r"', '"e"', '"c"', '"u"', 'started'].filter((token) => JSON.stringify(account).includes(token))

describe('what a proof of ownership voids', () => {
  it('is decided for every field of an account', () => {
    expect(Object.keys(atProof).sort()).toEqual(Object.keys(full).sort())
  })

  it.each(proofs)('%s: no link, pending change, unfinished factor or challenge of before it', (proof) => {
    const changed = after(proving(proof, proof === 'factor-change' ? { factors: [factor('new', at)] } : {}))
    // the account holder must not void the undo link of the old address
    expect(tokensIn(changed)).toEqual(['"u"'])
    expect(changed.proofs).toBe(4)
    // the owner clicks the link in an own session
    expect(changed.endings).toBe(proof === 'verification' ? 2 : 3)
  })

  it('the first proof also drops factors, recovery codes and devices; later ones keep them', () => {
    const first = after(proving('first-proof', {}))
    expect([first.factors, first.recoveryCodes, first.devices]).toEqual([[], [], []])
    const later = after(proving('reset', {}))
    expect([later.factors.length, later.recoveryCodes, later.devices]).toEqual([1, ['code'], ['device']])
  })

  it('fields that the proof itself sets are kept', () => {
    const recovery = { hash: 'mine', expiresAt, older: [] }
    expect(after(proving('email-change-undone', { recovery })).recovery).toEqual(recovery)
  })
})
