import type { Language } from '@darsi/contracts/languages.ts'
import type { ProblemSlug } from '@darsi/contracts/problem.ts'
import { confirmingRoles, confirmsByEmail, isVerified, type Role } from '@darsi/contracts/roles.ts'
import type { AccountStatus } from '@darsi/contracts/schemas.ts'
import type { Outboxed } from '@darsi/kit/outbox.ts'

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

export type Account = Outboxed & {
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
  emailChange: (Link & { email: string }) | null
  /** When it was announced for erasure because nobody confirmed its address. */
  expiredAt: Date | null
  /** When its owner closed it; its erasure is on the way. */
  leftAt: Date | null
  /** Hashes of devices that have signed in before. */
  devices: string[]
}

/** An account as a command makes it: version and events are the outbox's. */
export type NewAccount = Omit<Account, 'v' | 'outbox' | 'outboxAt'>

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

export type LinkState = 'good' | 'used' | 'expired'

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

/** The e-mail address is the owner's: the change and the event that tells of it. */
export function confirmed(account: Account, at: Date) {
  return {
    update: { $set: { emailVerifiedAt: at, ...(account.verification && { 'verification.usedAt': at }) } },
    event: {
      type: 'user.verified' as const,
      data: { userId: account._id, role: account.role, verifiedAt: at.toISOString() },
      personal: person(account),
    },
  }
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
    expiredAt: null,
    leftAt: null,
    devices: [],
  }
}
