import * as z from 'zod'
import { defineEvents, type EventInputOf, type EventOf } from './event.ts'
import { accountStatusSchema, id, languageSchema, locationSchema, roleSchema } from './schemas.ts'

const person = z.object({ email: z.string(), fullName: z.string(), language: languageSchema })
const governorateId = z.number().int().nullable()
const account = z.object({ userId: id, role: roleSchema })

/**
 * Every event of the product, by type. Additive changes only: a breaking one is a new type published in parallel.
 * `data` is readable by anyone on the topic; `personal` travels sealed.
 */
export const events = defineEvents({
  'user.registered': {
    summary:
      'An account was created; carries the profile that users keeps and the token that the mail needs.',
    topic: 'user-events',
    producer: 'auth',
    data: account.extend({
      status: accountStatusSchema,
      governorateId,
      createdAt: z.string(),
      /** Only where the address needs no confirmation: demo accounts and the first super-admin. */
      verifiedAt: z.string().optional(),
    }),
    personal: person.extend({
      phone: z.string(),
      location: locationSchema,
      roleData: z.record(z.string(), z.unknown()),
      verificationToken: z.string().optional(),
    }),
  },
  'user.registration-repeated': {
    summary: 'Someone tried to register with the address of an account; its owner is told.',
    topic: 'user-events',
    producer: 'auth',
    data: account,
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
    data: account.extend({ verifiedAt: z.string() }),
    personal: person,
  },
  'user.logged-in': {
    summary: 'A session began.',
    topic: 'user-events',
    producer: 'auth',
    data: account.extend({ at: z.string(), newDevice: z.boolean() }),
    personal: person.extend({ device: z.string() }),
  },
  'user.login-failed': {
    summary: 'A wrong password or second factor for an existing account.',
    topic: 'user-events',
    producer: 'auth',
    data: account.extend({ at: z.string(), reason: z.enum(['password', 'factor', 'state', 'limited']) }),
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
    data: account.extend({ how: z.enum(['reset', 'change']) }),
    personal: person,
  },
  'user.email-change-requested': {
    summary: 'A new e-mail address waits for its confirmation; the old one is told.',
    topic: 'user-events',
    producer: 'auth',
    data: account,
    personal: person.extend({ newEmail: z.string(), verificationToken: z.string() }),
  },
  'user.email-changed': {
    summary: 'The new e-mail address was confirmed.',
    topic: 'user-events',
    producer: 'auth',
    data: account,
    personal: person.extend({ oldEmail: z.string() }),
  },
  'user.second-factor-changed': {
    summary: 'A second factor was enrolled or removed.',
    topic: 'user-events',
    producer: 'auth',
    data: account.extend({ change: z.enum(['enrolled', 'removed', 'recovery-used']) }),
    personal: person,
  },
  'user.invited': {
    summary: 'A super-admin invited an administrator, who sets a password by the mailed link.',
    topic: 'user-events',
    producer: 'auth',
    data: account.extend({ status: accountStatusSchema, createdAt: z.string() }),
    personal: person.extend({ invitationToken: z.string() }),
  },
  'user.profile-changed': {
    summary: 'The whole current profile of an account, after any change to it.',
    topic: 'user-events',
    producer: 'users',
    data: account.extend({ governorateId, profileVisible: z.boolean() }),
    personal: z.object({
      fullName: z.string(),
      email: z.string(),
      phone: z.string(),
      location: locationSchema,
      registrationNotes: z.string(),
    }),
  },
  'user.preferences-changed': {
    summary: 'Language, notification and privacy preferences, after any change to them.',
    topic: 'user-events',
    producer: 'users',
    data: account.extend({
      language: languageSchema,
      notifications: z.object({ email: z.boolean(), sms: z.boolean(), push: z.boolean() }),
      privacy: z.object({ profileVisible: z.boolean(), contactVisible: z.boolean() }).optional(),
    }),
  },
  'user.approved': {
    summary: 'An administrator approved an account.',
    topic: 'user-events',
    producer: 'admin',
    data: account.extend({ at: z.string(), by: id }),
    personal: person,
  },
  'user.suspended': {
    summary: 'An administrator rejected or suspended an account.',
    topic: 'user-events',
    producer: 'admin',
    data: account.extend({ at: z.string(), by: id, previous: accountStatusSchema }),
    personal: person.extend({ reason: z.string() }),
  },
  'user.reinstated': {
    summary: 'An administrator lifted a suspension.',
    topic: 'user-events',
    producer: 'admin',
    data: account.extend({ at: z.string(), by: id }),
    personal: person,
  },
  'user.deletion-requested': {
    summary: 'The account is to be erased by every service; ids only.',
    topic: 'user-events',
    producer: 'admin',
    data: account.extend({ at: z.string(), by: id }),
    personal: person,
  },
  'user.erased': {
    summary: 'One service erased what it held about an account.',
    topic: 'erasure-events',
    producer: 'every',
    data: z.object({ userId: id, service: z.string(), at: z.string() }),
  },
  'contact.received': {
    summary: 'Someone wrote by the contact form; the sender gets a copy, support gets the message.',
    topic: 'contact-events',
    producer: 'admin',
    data: z.object({
      ticketId: id,
      userType: z.string(),
      subject: z.string(),
      receivedAt: z.string(),
      dueAt: z.string(),
    }),
    personal: z.object({
      name: z.string(),
      email: z.string(),
      phone: z.string(),
      message: z.string(),
      language: languageSchema,
    }),
  },
  'availability.saved': {
    summary:
      'A weekly grid was saved; `slots` are `day*100+hour` of the free hours; `monday` names the week when it is not the template.',
    topic: 'availability-events',
    producer: 'availability',
    data: z.object({
      userId: id,
      role: roleSchema,
      weekOffset: z.number().int(),
      slots: z.array(z.number().int()),
      monday: z.iso.date().optional(),
    }),
  },
})

export type Events = typeof events
export type EventType = keyof Events & string
export type DarsiEvent<K extends EventType = EventType> = EventOf<Events, K>

/** What a producer hands to its outbox. */
export type EventInput<K extends EventType = EventType> = EventInputOf<Events, K>

/** Every topic, once. */
export const topics: readonly string[] = [...new Set(Object.values(events).map((event) => event.topic))]
