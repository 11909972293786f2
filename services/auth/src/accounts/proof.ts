import { type Account, type NewAccount, person } from './account.ts'

/** Events that prove the ownership of an account or, like a suspension, void what was pending. */
export const proofs = [
  // the address, by the person who registered
  'verification',
  // the address, by a possibly different person
  'first-proof',
  'reset',
  'password-change',
  'email-change',
  'email-change-undone',
  'factor-change',
  'sessions-ended',
  'suspension',
  'leaving',
] as const
type Proof = (typeof proofs)[number]

/**
 * What happens to each field of an account at an ownership proof. `void`: pending links and changes are dropped at
 * every proof. `first`: dropped at `first-proof` only, because it was set up before the address was proven; every proof
 * drops unfinished factor enrolments. A missing field does not compile.
 */
export const atProof = {
  verification: 'void',
  recovery: 'void',
  emailChange: 'void',
  factors: 'first',
  recoveryCodes: 'first',
  devices: 'first',
  // belongs to the old address: the current account holder must not be able to void it (email-undo.ts)
  emailUndos: 'stays',
  // sign-in challenges in Redis contain this number: the next proof voids them
  proofs: 'stays',
  // sessions contain this number: those that a killed process did not end are refused at their next refresh
  endings: 'stays',
  _id: 'stays',
  email: 'stays',
  // users empties it with the rest of the profile
  phone: 'stays',
  fullName: 'stays',
  language: 'stays',
  role: 'stays',
  status: 'stays',
  passwordHash: 'stays',
  createdAt: 'stays',
  emailVerifiedAt: 'stays',
  approvedAt: 'stays',
  idempotency: 'stays',
  repeatedAt: 'stays',
  loginToldAt: 'stays',
  expiredAt: 'stays',
  leftAt: 'stays',
} as const satisfies Record<keyof NewAccount, 'void' | 'first' | 'stays'>

const fieldsThat = (kind: 'void' | 'first') =>
  Object.entries(atProof).flatMap(([name, what]) => (what === kind ? [name] : []))

/**
 * The update of an ownership proof together with the proof's own fields: everything pending becomes void
 * (docs/accounts.md, "Proofs of ownership").
 */
export function proving(proof: Proof, $set: Partial<NewAccount>) {
  const isFirst = proof === 'first-proof'
  const voided = [
    ...fieldsThat('void').map((name) => [name, null] as const),
    ...(isFirst ? fieldsThat('first').map((name) => [name, []] as const) : []),
  ]
  return {
    $set: { ...Object.fromEntries(voided), ...$set },
    // an update that sets the factors removes unfinished ones itself
    ...(!isFirst && !$set.factors && { $pull: { factors: { verifiedAt: null } } }),
    $inc: { proofs: 1, endings: proof === 'verification' ? 0 : 1 },
  }
}

/** Whether nothing changed in the account since the proof. */
export function isAsProven(account: Proven, proven: Proven): boolean {
  return account.passwordHash === proven.passwordHash && account.proofs === proven.proofs
}
type Proven = Pick<NewAccount, 'passwordHash' | 'proofs'>

/** The update and event of an address confirmed with the verification link. */
export function confirmed(account: Account, at: Date) {
  const verification = account.verification && { ...account.verification, usedAt: at }
  return {
    update: proving('verification', { emailVerifiedAt: at, verification }),
    event: {
      type: 'user.verified' as const,
      data: { userId: account._id, role: account.role, verifiedAt: at.toISOString() },
      personal: person(account),
    },
  }
}
