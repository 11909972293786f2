import type { ProblemSlug } from '@darsi/contracts/problems/problem.ts'
import type { Language } from '@darsi/contracts/reference/languages.ts'
import { confirmsByEmail, isVerified, type Role } from '@darsi/contracts/reference/roles.ts'
import { dayMs } from '@darsi/contracts/reference/tunis-time.ts'
import type { AccountStatus } from '@darsi/contracts/rules/schemas.ts'
import type { Outboxed } from '@darsi/kit/events/outbox.ts'
import type { Projected } from '@darsi/kit/events/projection.ts'

/** A mailed link: only the hash of its token is stored. */
export type Link = { hash: string; expiresAt: Date }
/** A link that can be mailed again; only the newest works. */
export type MailedLink = Link & {
  /** The hashes of the links before it: who opens one of them is asked to use the newest mail. */
  older: readonly string[]
}
const olderKept = 5
/** For the link that replaces this one. */
export const olderThan = (link: MailedLink | null): readonly string[] =>
  link ? [link.hash, ...link.older].slice(0, olderKept) : []

/** A TOTP factor; active after its first correct code. */
export type Factor = {
  id: string
  name: string
  sealedSecret: string
  verifiedAt: Date | null
  createdAt: Date
  /** The last used time step, so that a code works once. */
  lastStep: number
}

/** A new address that waits for the click on its link. */
type EmailChange = {
  email: string
  /** Hashes of the links in the notices to the current address, newest last. */
  cancelHashes: string[]
  /** The number of ownership proofs at the request: the next proof voids it. */
  proofs: number
}

/** Undoes a confirmed change of address, with the links mailed to the old address. */
export type EmailUndo = {
  /** Hashes of the links in the notice before the change and in the mail after it. */
  hashes: string[]
  /** The old address; it stays claimed while this undo exists. */
  email: string
  changedAt: Date
  expiresAt: Date
}

export type Account = Outboxed &
  Projected & {
    /** Normalised; unique. */
    email: string
    fullName: string
    language: Language
    role: Role
    status: AccountStatus
    /** Empty until an invited person has set a password. */
    passwordHash: string
    createdAt: Date
    emailVerifiedAt: Date | null
    approvedAt: Date | null
    verification: (MailedLink & { usedAt: Date | null }) | null
    recovery: MailedLink | null
    /** Hash of the Idempotency-Key of the registration. */
    idempotency: { key: string } | null
    /** When the owner last got the notice that someone tried to register with the address. */
    repeatedAt: Date | null
    factors: Factor[]
    /** Hashes; each code works once. */
    recoveryCodes: string[]
    emailChange: (Link & EmailChange) | null
    /** Oldest first. */
    emailUndos: EmailUndo[]
    /** Number of ownership proofs (proof.ts). Challenges and pending changes contain it: the next proof voids them. */
    proofs: number
    /**
     * Number of proofs that ended the sessions: all except the owner's own click on the verification link. Sessions
     * contain it: those with a lower number have ended.
     */
    endings: number
    /** When it was announced for erasure because its address was never confirmed. */
    expiredAt: Date | null
    /** When its owner closed it; the erasure is in progress. */
    leftAt: Date | null
    /** From the last event of users; absent before the first. */
    phone?: string
    /** Hashes of devices that signed in before. */
    devices: string[]
    /** When its last login was written and told. */
    loginToldAt: Date | null
  }

/** An account as a command creates it; the outbox adds version and events. */
export type NewAccount = Omit<Account, keyof Omit<Outboxed & Projected, '_id'>>

export const verificationLifeMs = dayMs
export const recoveryLifeMs = 30 * 60 * 1000

/** docs/accounts.md: teachers and admins wait for approval, students and parents for their e-mail. */
export function initialStatus(role: Role): AccountStatus {
  return role === 'teacher' || role === 'admin' ? 'pending' : 'approved'
}

/** Why an account cannot sign in in spite of the right password; null when it can. */
export function loginObstacle(
  account: Pick<Account, 'status' | 'role' | 'emailVerifiedAt'>,
): ProblemSlug | null {
  if (account.status === 'suspended') return 'account-suspended'
  if (account.role === 'admin' && account.status === 'pending') return 'account-pending'
  return confirmsByEmail(account.role) && account.emailVerifiedAt === null ? 'email-not-verified' : null
}

type LinkState = 'good' | 'used' | 'expired'

/** spec §4: a link works until it expires; used again within that time, it answers success. */
export function linkState(link: Link & { usedAt?: Date | null }, now: Date): LinkState {
  if (link.expiresAt <= now) return 'expired'
  return link.usedAt ? 'used' : 'good'
}

/** An invited person has no password until the link was used. */
export const hasPassword = ({ passwordHash }: Pick<Account, 'passwordHash'>) => passwordHash !== ''

export function hasFactor({ factors }: Pick<Account, 'factors'>): boolean {
  return factors.some((factor) => factor.verifiedAt !== null)
}

export function person({ email, fullName, language }: Pick<Account, 'email' | 'fullName' | 'language'>) {
  return { email, fullName, language }
}

export function sessionUser(account: Account) {
  const { _id: id, role, fullName, email } = account
  return { id, role, fullName, email, isVerified: isVerified(account) }
}

/**
 * Whether the address was proven to belong to the account. An administrator is approved by a person who knows them and
 * gets no verification link (spec §1).
 */
export function isProven(account: Pick<Account, 'emailVerifiedAt' | 'role' | 'status'>): boolean {
  return account.emailVerifiedAt !== null || (account.role === 'admin' && account.status === 'approved')
}

/** Whether anyone signed in before the address was proven: the data may then be a stranger's. */
export function isUsed({ devices, factors }: Pick<Account, 'devices' | 'factors'>): boolean {
  return devices.length > 0 || factors.length > 0
}

export function blankAccount(of: {
  id: string
  role: Role
  status: AccountStatus
  at: Date
  person: { email: string; fullName: string; language: Language }
}): NewAccount {
  return {
    _id: of.id,
    ...of.person,
    role: of.role,
    status: of.status,
    passwordHash: '',
    createdAt: of.at,
    emailVerifiedAt: null,
    approvedAt: null,
    verification: null,
    recovery: null,
    idempotency: null,
    repeatedAt: null,
    factors: [],
    recoveryCodes: [],
    emailChange: null,
    emailUndos: [],
    proofs: 0,
    endings: 0,
    expiredAt: null,
    leftAt: null,
    devices: [],
    loginToldAt: null,
  }
}
