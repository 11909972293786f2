import * as z from 'zod'
import { publicCardSchema } from '../calls/admin/cards-api.ts'
import { keysOf } from '../reference/choices.ts'
import { sessionTypes } from '../reference/levels.ts'
import type { Role } from '../reference/roles.ts'
import { erasureReasons } from '../rules/erasure-reasons.ts'
import { reviewedFields } from '../rules/proofs.ts'
import { accountStatusSchema, id, languageSchema, locationSchema } from '../rules/schemas.ts'
import { actionOn, byOwner } from './audit-entry.ts'
import { defineEvents } from './event-definition.ts'
import { account, concerned, formerPerson, governorateId, person } from './event-parts.ts'

/** What every decision of an administrator on an account shares. */
const opened = account.extend({
  at: z.string(),
  by: id,
  /** Of a teacher: the change of the profile up to which the decision counts; `at` where it is absent. */
  profileAt: z.string().optional(),
})
const factorChanges = ['enrolled', 'removed', 'recovery-used'] as const
type FactorChange = (typeof factorChanges)[number]
const accountDecision = {
  topic: 'user-events',
  producer: 'admin',
  audit: actionOn('userId'),
  activity: true,
  liveForAdmins: 'user',
} as const

export const accountEvents = defineEvents({
  'user.registered': {
    summary:
      'An account was created; carries the profile that users keeps and the token that the mail needs.',
    topic: 'user-events',
    producer: 'auth',
    data: account.extend({
      status: accountStatusSchema,
      governorateId,
      createdAt: z.string(),
      /** Set only where the address needs no confirmation: demo accounts and the first super-admin. */
      verifiedAt: z.string().optional(),
    }),
    personal: person.extend({
      phone: z.string(),
      location: locationSchema,
      roleData: z.record(z.string(), z.unknown()),
      verificationToken: z.string().optional(),
      /** Earlier accounts of the same person; absent when the register of persons knows none. */
      former: formerPerson.optional(),
    }),
    // the first super-admin of an empty system is the only account without an approval
    audit: (data: { userId: string; role: Role }) => (data.role === 'super-admin' ? byOwner(data) : null),
    liveForAdmins: 'user',
  },
  'user.recognised': {
    summary:
      'The register of persons knows an account’s address or telephone from another account: the account took it over, or an alert was opened about the other one.',
    topic: 'user-events',
    producer: 'auth',
    data: account.extend({ at: z.string() }),
    personal: z.object({ former: formerPerson }),
  },
  'user.registration-repeated': {
    summary:
      'Someone tried to register with the address of an account, or to move to it; its owner is notified.',
    topic: 'user-events',
    producer: 'auth',
    data: account.extend({
      how: z.enum(['registration', 'email-change']),
      /** Set when the account has left the address and may return to it until then. */
      reservedUntil: z.string().optional(),
    }),
    personal: person,
  },
  'user.verification-requested': {
    summary: 'A new verification link was asked for.',
    topic: 'user-events',
    producer: 'auth',
    data: account,
    personal: person.extend({ verificationToken: z.string() }),
  },
  'user.verified': {
    summary: 'The owner of the account confirmed the e-mail address.',
    topic: 'user-events',
    producer: 'auth',
    data: account.extend({
      verifiedAt: z.string(),
      /** A repetition for consumers that were added later: no mail follows. */
      again: z.boolean().optional(),
    }),
    personal: person,
    liveForAdmins: 'user',
  },
  'user.reclaimed': {
    summary:
      'The address was proven for the first time by a reset, perhaps by somebody else than who registered: all that was typed or set up in the account before is to go.',
    topic: 'user-events',
    producer: 'auth',
    data: account.extend({ verifiedAt: z.string() }),
    personal: person,
    audit: (data: { userId: string; verifiedAt: string }) =>
      byOwner({ userId: data.userId, at: data.verifiedAt }),
    liveForAdmins: 'user',
  },
  'user.logged-in': {
    summary: 'A session began: the first on a device, or the first within an hour.',
    // a topic of their own: there are many, and few consumers need them
    topic: 'login-events',
    producer: 'auth',
    data: account.extend({ at: z.string(), newDevice: z.boolean() }),
    personal: person.extend({ device: z.string() }),
    audit: (data: { userId: string; at: string; newDevice: boolean }) =>
      byOwner(data, data.newDevice ? 'new-device' : ''),
  },
  'user.login-failed': {
    summary: 'A wrong password or second factor for an existing account.',
    topic: 'login-events',
    producer: 'auth',
    data: account.extend({ at: z.string(), reason: z.enum(['password', 'factor', 'state', 'limited']) }),
    audit: actionOn('userId'),
  },
  'user.password-attacked': {
    summary:
      'Fifty wrong passwords in a row were given for an account; after 100 only a mailed link opens it.',
    topic: 'user-events',
    producer: 'auth',
    data: account.extend({ at: z.string() }),
    personal: person,
    audit: actionOn('userId'),
  },
  'user.mail-returned': {
    summary:
      'A mail to the account came back: its address does not exist or takes no mail. At most once in 30 days for one address.',
    topic: 'user-events',
    producer: 'notifications',
    data: z.object({
      userId: id,
      /** When the mail was made: after a later change of the address it says nothing about the new one. */
      sentAt: z.string(),
      at: z.string(),
    }),
    liveForAdmins: 'user',
  },
  'user.session-ended': {
    summary:
      'A session was ended because a refresh token that was spent before came again: the token was copied.',
    topic: 'user-events',
    producer: 'auth',
    data: account.extend({ at: z.string(), reason: z.enum(['reuse']) }),
    personal: person.extend({ device: z.string() }),
    audit: actionOn('userId'),
  },
  'user.sessions-ended': {
    summary:
      'All sessions of an account ended but the one that asked, and every link and pending change with them.',
    topic: 'user-events',
    producer: 'auth',
    data: account.extend({
      at: z.string(),
      reason: z.enum(['owner', 'administrator']),
      /** The session that stays; absent when all ended. */
      sessionId: id.optional(),
    }),
    // recorded with the administrator's request: `user.sessions-end-requested`
    audit: (data: { userId: string; at: string; reason: 'owner' | 'administrator' }) =>
      data.reason === 'administrator' ? null : byOwner(data, data.reason),
  },
  'user.password-reset-requested': {
    summary: 'A reset link was asked for.',
    topic: 'user-events',
    producer: 'auth',
    data: account,
    personal: person.extend({ resetToken: z.string() }),
  },
  'user.password-changed': {
    summary: 'The password was changed or reset.',
    topic: 'user-events',
    producer: 'auth',
    data: account.extend({ how: z.enum(['reset', 'change']), sessionId: id.optional() }),
    personal: person,
    audit: (data: { userId: string; how: 'reset' | 'change' }) => byOwner(data, data.how),
  },
  'user.email-change-requested': {
    summary: 'A new e-mail address waits for its confirmation; the old one gets a notice.',
    topic: 'user-events',
    producer: 'auth',
    data: account,
    personal: person.extend({
      newEmail: z.string(),
      /** Empty where the address belongs to another account: then its owner gets a notice instead. */
      verificationToken: z.string(),
      /** Of the link in the notice to the old address; it stops the change. */
      cancelToken: z.string().optional(),
    }),
  },
  'user.email-changed': {
    summary: 'The new e-mail address was confirmed.',
    topic: 'user-events',
    producer: 'auth',
    data: account.extend({
      /** The session that stays; absent when all ended. */
      sessionId: id.optional(),
    }),
    personal: person.extend({
      oldEmail: z.string(),
      /** Of the link to the old address; it undoes the change for seven days. */
      undoToken: z.string().optional(),
    }),
    audit: (data: { userId: string }) => byOwner(data),
    liveForAdmins: 'user',
  },
  'user.email-change-undone': {
    summary:
      'The owner of the address stopped a requested change of it, or took a confirmed one back: the address counts, all sessions ended, the password is void.',
    topic: 'user-events',
    producer: 'auth',
    data: account.extend({ at: z.string() }),
    personal: person.extend({
      /** The same as `email` if the change was not confirmed. */
      newEmail: z.string(),
      resetToken: z.string(),
    }),
    audit: (data: { userId: string; at: string }) => byOwner(data),
    liveForAdmins: 'user',
  },
  'user.second-factor-changed': {
    summary: 'A second factor was enrolled or removed.',
    topic: 'user-events',
    producer: 'auth',
    data: account.extend({
      change: z.enum(factorChanges),
      /** Who removed all factors with a command; absent when the owner changed one. */
      by: z.literal('operator').optional(),
      /** The session that stays; absent when all ended. A used recovery code ends none. */
      sessionId: id.optional(),
    }),
    personal: person,
    audit: (data: { userId: string; change: FactorChange; by?: 'operator' | undefined }) => ({
      by: data.by ? '' : data.userId,
      target: data.userId,
      detail: data.change,
    }),
  },
  'user.invited': {
    summary:
      'A super-admin invited an administrator or another super-admin, who sets a password by the mailed link.',
    topic: 'user-events',
    producer: 'auth',
    data: account.extend({ status: accountStatusSchema, createdAt: z.string(), by: id.optional() }),
    personal: person.extend({ invitationToken: z.string() }),
    audit: (data: { userId: string; role: Role; by?: string | undefined }) => ({
      by: data.by ?? '',
      target: data.userId,
      detail: data.role,
    }),
    activity: true,
    liveForAdmins: 'user',
  },
  'user.profile-changed': {
    summary: 'The whole current profile of an account, after any change to it.',
    topic: 'user-events',
    producer: 'users',
    data: account.extend({
      governorateId,
      profileVisible: z.boolean(),
      /** Missing fields of a teacher's profile; absent for other roles. */
      missing: z.array(z.enum(reviewedFields)).optional(),
      /** Of a teacher; absent for other roles. */
      sessionTypes: z.array(z.enum(keysOf(sessionTypes))).optional(),
      /** Time of the last change; in state records only, which are published later (docs/adr/0024). */
      updatedAt: z.string().optional(),
    }),
    personal: z.object({
      fullName: z.string(),
      email: z.string(),
      phone: z.string(),
      location: locationSchema,
      /** Why a person wants to become an administrator. */
      registrationNotes: z.string(),
      /** A teacher's declaration at registration (Decree 2015-1619). */
      employment: z.object({ status: z.string(), declaredAt: z.string() }).optional(),
      birthYear: z.number().int().nullable(),
      /** A teacher's changed texts that wait for an administrator; the old ones stay public until then. */
      card: z
        .object({ changedAt: z.string(), shown: publicCardSchema, proposed: publicCardSchema })
        .optional(),
    }),
    // a decision about the card: its own event may arrive before users has applied it
    live: ({ userId }: { userId: string }) => ({ to: [userId], event: { kind: 'notice', id: userId } }),
    liveForAdmins: 'user',
  },
  'user.preferences-changed': {
    summary: 'Language, notification and privacy preferences, after any change to them.',
    topic: 'user-events',
    producer: 'users',
    data: account.extend({
      language: languageSchema,
      notifications: z.object({ email: z.boolean(), sms: z.boolean(), push: z.boolean() }),
      privacy: z.object({ profileVisible: z.boolean(), contactVisible: z.boolean() }),
    }),
  },
  'user.approved': {
    summary: 'An administrator approved an account.',
    data: opened,
    personal: person,
    ...accountDecision,
  },
  'user.suspended': {
    summary: 'An administrator rejected or suspended an account.',
    data: account.extend({ at: z.string(), by: id, previous: accountStatusSchema }),
    personal: person.extend({ reason: z.string() }),
    ...accountDecision,
  },
  'user.reinstated': {
    summary: 'An administrator lifted a suspension.',
    data: opened,
    personal: person,
    ...accountDecision,
  },
  'user.reopened': {
    summary:
      'A suspension was taken back of an account that nobody had approved: it waits for the decision again. `reclaimed`: it was approved on what somebody else than the owner of its address had typed.',
    data: account.extend({ at: z.string(), by: id, reason: z.enum(['reclaimed']).optional() }),
    personal: person,
    ...accountDecision,
  },
  'user.taken': {
    summary: 'An administrator looks after an account from now on.',
    data: account.extend({ at: z.string(), by: id }),
    ...accountDecision,
  },
  'user.sessions-end-requested': {
    summary: 'An administrator ends all sessions of an account; auth answers with `user.sessions-ended`.',
    topic: 'user-events',
    producer: 'admin',
    data: account.extend({ at: z.string(), by: id }),
    personal: z.object({ reason: z.string() }),
    audit: actionOn('userId'),
    activity: true,
  },
  'user.given-back': {
    summary: 'The administrator who looked after an account does so no longer.',
    data: account.extend({ at: z.string(), by: id }),
    ...accountDecision,
  },
  'user.deletion-requested': {
    summary: 'The account is to be erased by every service; ids only.',
    data: account.extend({
      at: z.string(),
      /** The account that asked; the name of a service where a rule did. */
      by: id,
      /** Absent where a super-admin asked. */
      reason: z.enum(erasureReasons).optional(),
      /** Set where the person goes on with the account that a merge kept. */
      isMerged: z.literal(true).optional(),
      /** Alerts that concern the account and whose messages are not copied yet: users copies them before it erases. */
      evidence: z.array(concerned.extend({ alertId: id })).optional(),
    }),
    personal: person,
    ...accountDecision,
  },
  'user.inactivity-warned': {
    summary: 'Nobody has signed in to an account for long; without a login it is erased at `eraseAt`.',
    topic: 'user-events',
    producer: 'admin',
    data: account.extend({ at: z.string(), eraseAt: z.string() }),
    personal: person,
  },
  'user.left': {
    summary: 'The owner closed the account with the password; its erasure is due.',
    topic: 'user-events',
    producer: 'auth',
    data: account.extend({ at: z.string() }),
    audit: (data: { userId: string; at: string }) => byOwner(data),
  },
  'user.registration-expired': {
    summary:
      'Nobody confirmed the address of a registration, or used the invitation of a super-admin, for seven days; the erasure of the account is due.',
    topic: 'user-events',
    producer: 'auth',
    data: account.extend({ at: z.string() }),
  },
  'user.erased': {
    summary: 'One service erased what it held about an account.',
    topic: 'erasure-events',
    producer: 'every',
    data: z.object({ userId: id, service: z.string(), at: z.string() }),
    liveForAdmins: 'user',
  },
})
