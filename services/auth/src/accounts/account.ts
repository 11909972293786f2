import type { AccountStatus } from '@darsi/contracts/calls/schemas.ts'
import type { ProblemSlug } from '@darsi/contracts/problems/problem.ts'
import type { Language } from '@darsi/contracts/reference/languages.ts'
import { confirmingRoles, confirmsByEmail, isVerified, type Role } from '@darsi/contracts/reference/roles.ts'
import type { Outboxed } from '@darsi/kit/events/outbox.ts'
import type { Projected } from '@darsi/kit/events/projection.ts'

/** A mailed link: only the hash of its token is kept. */
export type Link = { hash: string; expiresAt: Date }

/** A TOTP factor; it counts once its first code was right. */
export type Factor = {
  id: string
  name: string
  sealedSecret: string
  verifiedAt: Date | null
  createdAt: Date
  /** The last time step that was used: a code works once. */
  lastStep: number
}

/** A new address that waits for its link. */
type EmailChange = {
  email: string
  /** Of the links in the notices to the address of now, the newest last. */
  cancelHashes?: string[]
  /** At which proof of ownership it was asked for: it counts until the next one. */
  proofs?: number
}

/** Takes a confirmed change of address back, by the links that went to the address that was left. */
export type EmailUndo = {
  /** Of the links in the notice before the change and in the mail after it. */
  hashes: string[]
  /** The address that was left; it stays claimed as long as this lives. */
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
    /** Empty until an invited person has set one. */
    passwordHash: string
    createdAt: Date
    emailVerifiedAt: Date | null
    approvedAt: Date | null
    verification: (Link & { usedAt: Date | null }) | null
    recovery: Link | null
    /** Hash of the key of the request that made the account. */
    idempotency: { key: string } | null
    /** When its owner was last told that someone tried to register with the address. */
    repeatedAt: Date | null
    factors: Factor[]
    /** Hashes; each works once. */
    recoveryCodes: string[]
    emailChange: (Link & EmailChange) | null
    /** The oldest first; absent in older accounts. */
    emailUndos?: EmailUndo[]
    /** How many proofs of ownership there were (proof.ts); absent in older accounts. */
    proofs?: number
    /** How many of them end the sessions: all but the owner's own click on the verification link. */
    endings?: number
    /** When it was announced for erasure because nobody confirmed its address. */
    expiredAt: Date | null
    /** When its owner closed it; its erasure is on the way. */
    leftAt: Date | null
    /** Hashes of devices that have signed in before. */
    devices: string[]
  }

/** An account as a command makes it: version and events are the outbox's. */
export type NewAccount = Omit<Account, keyof Omit<Outboxed & Projected, '_id'>>

export const verificationLifeMs = 24 * 3600 * 1000
export const recoveryLifeMs = 30 * 60 * 1000

/** Whose accounts end when nobody ever opens the mailed link; nobody else could remove a super-admin's. */
export const expiringRoles: readonly Role[] = [...confirmingRoles, 'super-admin']

/** product.md §3: teachers and admins wait for approval, students and parents for their e-mail. */
export function initialStatus(role: Role): AccountStatus {
  return role === 'teacher' || role === 'admin' ? 'pending' : 'approved'
}

/** What keeps an account with the right password from signing in; null when nothing does. */
export function loginObstacle(
  account: Pick<Account, 'status' | 'role' | 'emailVerifiedAt'>,
): ProblemSlug | null {
  if (account.status === 'suspended') return 'account-suspended'
  if (account.role === 'admin' && account.status === 'pending') return 'account-pending'
  return confirmsByEmail(account.role) && account.emailVerifiedAt === null ? 'email-not-verified' : null
}

const dashboards = {
  student: '/student/dashboard',
  teacher: '/teacher/dashboard',
  parent: '/parent/dashboard',
  admin: '/admin/dashboard',
  'super-admin': '/superadmin/dashboard',
} as const satisfies Record<Role, string>

/** A constant path by role, never the client's. */
export function dashboardOf(role: Role): string {
  return dashboards[role]
}

type LinkState = 'good' | 'used' | 'expired'

/** spec §4: a link works for its life; used within it, it answers success again. */
export function linkState(link: Link & { usedAt?: Date | null }, now: Date): LinkState {
  if (link.expiresAt <= now) return 'expired'
  return link.usedAt ? 'used' : 'good'
}

/** An invited person has none until the link was used. */
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
 * Whether somebody has shown that the address is the account's own. A person who approves an administrator knows whom;
 * nobody mails them a link (spec §1).
 */
export function isProven(account: Pick<Account, 'emailVerifiedAt' | 'role' | 'status'>): boolean {
  return account.emailVerifiedAt !== null || (account.role === 'admin' && account.status === 'approved')
}

/** Whether somebody signed in before the address was proven: what stands in the account may be a stranger's. */
export function isUsed({ devices, factors }: Pick<Account, 'devices' | 'factors'>): boolean {
  return devices.length > 0 || factors.length > 0
}

/** What every new account starts with. */
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
  }
}
