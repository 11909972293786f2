import { type Account, type NewAccount, person } from './account.ts'

/** What shows whose an account is, or, like a suspension, ends every doubt about it. */
export const proofs = [
  // of the address, by who registered
  'verification',
  // of the address, by who may be somebody else
  'first-proof',
  'reset',
  'password-change',
  'email-change',
  'email-change-refused',
  'email-change-undone',
  'factor-change',
  'sessions-ended',
  'suspension',
  'leaving',
] as const
type Proof = (typeof proofs)[number]

/**
 * What becomes of each field of an account at a proof of ownership. `void`: links and pending changes of before, at
 * every proof. `first`: what was set up while nobody had shown that the address is theirs, at `first-proof` alone; of
 * the factors every proof drops the enrolments that were not finished. A field that is missing here does not compile.
 */
export const atProof = {
  verification: 'void',
  recovery: 'void',
  emailChange: 'void',
  factors: 'first',
  recoveryCodes: 'first',
  devices: 'first',
  // goes to the address that was left: who holds the account now must not be able to void it (email-undo.ts)
  emailUndos: 'stays',
  // challenges of a sign-in live in Redis and name this number: the next one voids them
  proofs: 'stays',
  // so do sessions with this one: what a killed process did not end is refused at its next refresh
  endings: 'stays',
  _id: 'stays',
  email: 'stays',
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
  expiredAt: 'stays',
  leftAt: 'stays',
} as const satisfies Record<keyof NewAccount, 'void' | 'first' | 'stays'>

const fieldsThat = (kind: 'void' | 'first') =>
  Object.entries(atProof).flatMap(([name, what]) => (what === kind ? [name] : []))

/**
 * The change that a proof of ownership makes, with what the proof itself sets: nothing that waited before it counts
 * any more (docs/accounts.md, "Proofs of ownership").
 */
export function proving(proof: Proof, $set: Partial<NewAccount>) {
  const isFirst = proof === 'first-proof'
  const voided = [
    ...fieldsThat('void').map((name) => [name, null] as const),
    ...(isFirst ? fieldsThat('first').map((name) => [name, []] as const) : []),
  ]
  return {
    $set: { ...Object.fromEntries(voided), ...$set },
    // whoever sets the factors leaves the unfinished ones out
    ...(!isFirst && !$set.factors && { $pull: { factors: { verifiedAt: null } } }),
    $inc: { proofs: 1, endings: proof === 'verification' ? 0 : 1 },
  }
}

/** Whether an account is still as it was when something was proven of it. */
export function isAsProven(account: Proven, proven: Proven): boolean {
  return account.passwordHash === proven.passwordHash && proofsOf(account) === proofsOf(proven)
}
type Proven = Pick<NewAccount, 'passwordHash' | 'proofs'>

/** Of which number on the sessions of an account count: those of before a proof that ends them are over. */
export const endingsOf = ({ endings = 0 }: Pick<NewAccount, 'endings'>): number => endings

/** Of which proof on a challenge or a pending change counts; the next proof voids it. */
export const proofsOf = ({ proofs = 0 }: Pick<NewAccount, 'proofs'>): number => proofs

/** The change, and its event, of an address whose owner clicked the verification link. */
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
