import * as z from 'zod'
import { agreementSchema, connectionStatusSchema, consentPurposes } from './connections-api.ts'
import { defineEvents, type EventInputOf, type EventOf } from './event.ts'
import { accountStatusSchema, id, languageSchema, locationSchema, roleSchema } from './schemas.ts'
import { sessionStatusSchema, sessionTypeSchema } from './sessions-api.ts'

const person = z.object({ email: z.string(), fullName: z.string(), language: languageSchema })
const governorateId = z.number().int().nullable()
const account = z.object({ userId: id, role: roleSchema })

/** A connection as it is after the event: whoever sees the newest one knows all that is open. */
const connection = z.object({
  connectionId: id,
  status: connectionStatusSchema,
  teacherId: id,
  /** The learner's account; absent for a child without one. */
  studentId: id.optional(),
  childId: id.optional(),
  /** Accounts that guard the learner; they read along and may book, cancel and read reports. */
  guardianIds: z.array(id),
  requesterId: id,
  subject: z.string(),
  minor: z.boolean(),
  /** Decides what a lesson may be (product.md §5); null when the learner did not say. */
  learnerBirthYear: z.number().int().nullable(),
  needs: z.object({ teacher: agreementSchema, guardian: agreementSchema, admin: agreementSchema }),
  /** True while the guardian's consent to lessons by video does not stand: only face-to-face ones may be. */
  videoWithdrawn: z.boolean().optional(),
  /** Why an administrator has to look at it beside the age of the learner. */
  flags: z.array(z.string()).optional(),
  /** Who moved it; absent when the clock or the end of something it rested on did. */
  by: id.optional(),
  adminReviewedAt: z.string().optional(),
  requestedAt: z.string(),
  at: z.string(),
})
const consent = z.object({
  consentId: id,
  childId: id,
  purpose: z.enum(consentPurposes),
  /** Null: for every teacher. */
  teacherId: id.nullable(),
  textVersion: z.string(),
  by: id,
  at: z.string(),
})
/** Who they are, for mails and lists of services that own no profiles. `note` is what the mover wrote. */
const connectionPeople = z.object({
  teacher: person,
  student: person.partial({ email: true }),
  guardians: z.array(person.extend({ userId: id })),
  message: z.string(),
  note: z.string(),
})

/** Two accounts that may be one person's; of a merged pair `userId` stays. `by` is empty where a rule decided. */
const duplicatePair = z.object({
  pairId: z.string(),
  userId: id,
  other: id,
  by: z.string(),
  at: z.string(),
})

/** A lesson as it is after the event. */
const session = z.object({
  sessionId: id,
  connectionId: id,
  seriesId: id.optional(),
  teacherId: id,
  studentId: id.optional(),
  childId: id.optional(),
  guardianIds: z.array(id),
  minor: z.boolean(),
  subject: z.string(),
  status: sessionStatusSchema,
  startsAt: z.string(),
  endsAt: z.string(),
  durationMinutes: z.number().int(),
  type: sessionTypeSchema,
  /** Grows with every move and cancellation: the SEQUENCE of its calendar entry. */
  revision: z.number().int(),
  /** Who did it; absent for the clock and for what ended with something else. */
  by: id.optional(),
  /**
   * The lessons that the message about this event names: all of a series stand in the event of its first one,
   * and none in those of the others.
   */
  announces: z.array(
    z.object({ sessionId: id, startsAt: z.string(), endsAt: z.string(), revision: z.number().int() }),
  ),
  at: z.string(),
})
const sessionPeople = z.object({
  teacher: person.optional(),
  student: person.partial({ email: true }).optional(),
  guardians: z.array(person.extend({ userId: id })),
  place: z.string(),
  meetingLink: z.string(),
  /** What whoever cancelled, or missed the other, wrote. */
  reason: z.string(),
})
const pair = z.object({
  sessionId: id,
  connectionId: id,
  teacherId: id,
  studentId: id.optional(),
  childId: id.optional(),
  guardianIds: z.array(id),
})
const pairPeople = sessionPeople.pick({ teacher: true, student: true, guardians: true })

/** Which learner a thread is about and who watches over it. */
const aboutLearner = z.object({
  connectionId: id,
  teacherId: id,
  studentId: id.optional(),
  childId: id.optional(),
  guardianIds: z.array(id),
  minor: z.boolean(),
})

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
    // many, and of interest to few: the readers of a user's life need not wade through them
    topic: 'login-events',
    producer: 'auth',
    data: account.extend({ at: z.string(), newDevice: z.boolean() }),
    personal: person.extend({ device: z.string() }),
  },
  'user.login-failed': {
    summary: 'A wrong password or second factor for an existing account.',
    topic: 'login-events',
    producer: 'auth',
    data: account.extend({ at: z.string(), reason: z.enum(['password', 'factor', 'state', 'limited']) }),
  },
  'user.session-ended': {
    summary:
      'A session was ended because a refresh token that was spent before came again: somebody holds a copy.',
    topic: 'user-events',
    producer: 'auth',
    data: account.extend({ at: z.string(), reason: z.enum(['reuse']) }),
    personal: person.extend({ device: z.string() }),
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
    summary:
      'A super-admin invited an administrator or another super-admin, who sets a password by the mailed link.',
    topic: 'user-events',
    producer: 'auth',
    data: account.extend({ status: accountStatusSchema, createdAt: z.string(), by: id.optional() }),
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
      /** Why an administrator wants to be one; older events also had what learners wrote for the teacher. */
      registrationNotes: z.string(),
      /** What a teacher declared at registration (Decree 2015-1619). */
      employment: z.object({ status: z.string(), declaredAt: z.string() }).optional(),
      birthYear: z.number().int().nullable().default(null),
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
  'user.reopened': {
    summary:
      'A suspension was taken back of an account that nobody had approved: it waits for the decision again.',
    topic: 'user-events',
    producer: 'admin',
    data: account.extend({ at: z.string(), by: id }),
    personal: person,
  },
  'user.taken': {
    summary: 'An administrator looks after an account from now on.',
    topic: 'user-events',
    producer: 'admin',
    data: account.extend({ at: z.string(), by: id }),
  },
  'user.given-back': {
    summary: 'The administrator who looked after an account does so no longer.',
    topic: 'user-events',
    producer: 'admin',
    data: account.extend({ at: z.string(), by: id }),
  },
  'user.deletion-requested': {
    summary: 'The account is to be erased by every service; ids only.',
    topic: 'user-events',
    producer: 'admin',
    data: account.extend({
      at: z.string(),
      /** Who asked; the name of a service where a rule did. */
      by: id,
      /** `unconfirmed`: a registration that nobody confirmed, whose address may be a stranger's; `own`: its owner. */
      reason: z.enum(['unconfirmed', 'own']).optional(),
    }),
    personal: person,
  },
  'user.left': {
    summary: 'The owner closed the account with the password; its erasure is due.',
    topic: 'user-events',
    producer: 'auth',
    data: account.extend({ at: z.string() }),
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
  },
  'service.reported': {
    summary: 'How one process of a service is, every ten seconds; a service that is silent is not well.',
    topic: 'health-events',
    producer: 'every',
    data: z.object({
      service: z.string(),
      instance: id,
      startedAt: z.string(),
      at: z.string(),
      /** Milliseconds of one round trip; null when it did not answer. */
      database: z.number().nullable(),
      redis: z.number().nullable().optional(),
      /** Documents with unpublished events, seconds of the oldest, records that wait for this group. */
      outboxPending: z.number().int(),
      outboxOldest: z.number(),
      lag: z.number().int(),
      deadLetters: z.number().int(),
      queue: z.record(z.string(), z.number()).optional(),
      memoryMb: z.number().int(),
    }),
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
  'contact.overdue': {
    summary: 'Nobody answered a ticket by its due time; support is reminded by mail, once.',
    topic: 'contact-events',
    producer: 'admin',
    data: z.object({ ticketId: id, subject: z.string(), dueAt: z.string(), at: z.string() }),
  },
  'contact.answered': {
    summary: 'An administrator answered a ticket; its sender gets the answer by mail.',
    topic: 'contact-events',
    producer: 'admin',
    data: z.object({ ticketId: id, subject: z.string(), by: id, at: z.string() }),
    personal: z.object({
      name: z.string(),
      email: z.string(),
      language: languageSchema,
      message: z.string(),
      answer: z.string(),
    }),
  },
  'contact.closed': {
    summary: 'An administrator closed a ticket.',
    topic: 'contact-events',
    producer: 'admin',
    data: z.object({ ticketId: id, by: id, at: z.string() }),
  },
  'connection.requested': {
    summary: 'A learner or a parent asked a teacher for lessons.',
    topic: 'connection-events',
    producer: 'users',
    data: connection,
    personal: connectionPeople,
  },
  'connection.agreed': {
    summary: 'One of those who must agree did; others are still waited for.',
    topic: 'connection-events',
    producer: 'users',
    data: connection,
    personal: connectionPeople,
  },
  'connection.approved': {
    summary: 'All who had to have agreed: lessons and messages may begin.',
    topic: 'connection-events',
    producer: 'users',
    data: connection,
    personal: connectionPeople,
  },
  'connection.declined': {
    summary: 'The teacher, a guardian or an administrator refused.',
    topic: 'connection-events',
    producer: 'users',
    data: connection,
    personal: connectionPeople,
  },
  'connection.cancelled': {
    summary: 'Whoever asked took the request back.',
    topic: 'connection-events',
    producer: 'users',
    data: connection,
    personal: connectionPeople,
  },
  'connection.expiring': {
    summary: 'A request was open for 48 hours; those who are waited for are reminded.',
    topic: 'connection-events',
    producer: 'users',
    data: connection,
    personal: connectionPeople,
  },
  'connection.expired': {
    summary: 'Nobody decided within 72 hours.',
    topic: 'connection-events',
    producer: 'users',
    data: connection,
    personal: connectionPeople,
  },
  'connection.ended': {
    summary:
      'One side ended an approved connection, a consent it rested on was withdrawn, or an administrator’s refusal came after the others had agreed.',
    topic: 'connection-events',
    producer: 'users',
    data: connection,
    personal: connectionPeople,
  },
  'connection.changed': {
    summary:
      'Who guards the learner, the year of birth or what is consented to changed; everything else stands.',
    topic: 'connection-events',
    producer: 'users',
    data: connection,
    personal: connectionPeople,
  },
  'guardian.invited': {
    summary: 'A minor with an own account named a guardian, who is mailed a link.',
    topic: 'guardian-events',
    producer: 'users',
    data: z.object({ invitationId: id, studentId: id, expiresAt: z.string() }),
    personal: z.object({
      email: z.string(),
      studentName: z.string(),
      language: languageSchema,
      token: z.string(),
    }),
  },
  'learner.came-of-age': {
    summary:
      'A learner is an adult. With `studentId` the account is the learner’s alone from now on; with `token` the guardians are mailed a link to pass on.',
    topic: 'guardian-events',
    producer: 'users',
    data: z.object({
      childId: id,
      studentId: id.optional(),
      guardianIds: z.array(id),
      at: z.string(),
    }),
    personal: z.object({
      student: person.optional(),
      studentName: z.string(),
      guardians: z.array(person.extend({ userId: id })),
      token: z.string().optional(),
    }),
  },
  'consent.given': {
    summary: 'A guardian consented to one purpose for a child.',
    topic: 'consent-events',
    producer: 'users',
    data: consent,
  },
  'consent.withdrawn': {
    summary: 'A guardian took a consent back; what rested on it ends.',
    topic: 'consent-events',
    producer: 'users',
    data: consent,
  },
  'upgrade.requested': {
    summary: 'A teacher asked for an unlimited number of connections.',
    topic: 'upgrade-events',
    producer: 'users',
    data: z.object({ teacherId: id, at: z.string() }),
    personal: person.extend({ reason: z.string() }),
  },
  'upgrade.reviewed': {
    summary: 'An administrator decided on a teacher’s upgrade request.',
    topic: 'review-events',
    producer: 'admin',
    data: z.object({
      teacherId: id,
      decision: z.enum(['granted', 'refused']),
      by: id,
      /** Of the request that was decided on: a later one stays open. */
      requestedAt: z.string(),
      at: z.string(),
    }),
    personal: person.extend({ notes: z.string() }),
  },
  'connection.reviewed': {
    summary: 'An administrator agreed to or refused a connection that needs it.',
    topic: 'review-events',
    producer: 'admin',
    data: z.object({
      connectionId: id,
      decision: z.enum(['approved', 'declined']),
      by: id,
      at: z.string(),
    }),
    personal: z.object({ notes: z.string() }),
  },
  'duplicate.reviewed': {
    summary: 'An administrator looked at two accounts that may be one person’s.',
    topic: 'review-events',
    producer: 'admin',
    data: duplicatePair,
  },
  'duplicate.dismissed': {
    summary: 'An administrator found two accounts to be two people’s.',
    topic: 'review-events',
    producer: 'admin',
    data: duplicatePair,
  },
  'duplicate.merged': {
    summary:
      'A super-admin found two accounts to be one person’s: `other` is closed, and erased after 30 days.',
    topic: 'review-events',
    producer: 'admin',
    data: duplicatePair,
  },
  'duplicate.merge-undone': {
    summary: 'A merge was taken back, by a super-admin or because its account was opened again.',
    topic: 'review-events',
    producer: 'admin',
    data: duplicatePair,
  },
  'newsletter.requested': {
    summary: 'Someone asked for the newsletter; the address counts once the mailed link was opened.',
    topic: 'newsletter-events',
    producer: 'admin',
    data: z.object({ subscriptionId: id, at: z.string() }),
    personal: z.object({
      email: z.string(),
      language: languageSchema,
      confirmToken: z.string(),
      leaveToken: z.string(),
    }),
  },
  'newsletter.confirmed': {
    summary: 'A subscription was confirmed.',
    topic: 'newsletter-events',
    producer: 'admin',
    data: z.object({ subscriptionId: id, at: z.string() }),
    personal: z.object({ email: z.string(), language: languageSchema, leaveToken: z.string() }),
  },
  'session.booked': {
    summary: 'A lesson was booked, alone or in a weekly series.',
    topic: 'session-events',
    producer: 'availability',
    data: session,
    personal: sessionPeople,
  },
  'session.moved': {
    summary: 'A lesson was moved to another hour; reminders of the old one are void.',
    topic: 'session-events',
    producer: 'availability',
    data: session.extend({ previousStartsAt: z.string() }),
    personal: sessionPeople,
  },
  'session.cancelled': {
    summary: 'A lesson was cancelled by a party or fell away with what it rested on.',
    topic: 'session-events',
    producer: 'availability',
    data: session.extend({
      cause: z.enum([
        'party',
        'connection-ended',
        'consent-withdrawn',
        'account-suspended',
        'account-erased',
      ]),
    }),
    personal: sessionPeople,
  },
  'session.reminder-due': {
    summary: 'It is 24 hours or one hour before a lesson.',
    topic: 'session-events',
    producer: 'availability',
    data: session.extend({ reminder: z.enum(['24h', '1h']) }),
    personal: sessionPeople,
  },
  'session.completed': {
    summary: 'The teacher said that a lesson took place.',
    topic: 'session-events',
    producer: 'availability',
    data: session.extend({ reportDueAt: z.string().optional() }),
    personal: sessionPeople,
  },
  'session.no-show': {
    summary: 'One side said that the other did not come.',
    topic: 'session-events',
    producer: 'availability',
    data: session,
    personal: sessionPeople,
  },
  'session.over-long-attempted': {
    summary:
      'Someone tried to book a lesson longer than the learner’s age allows; told once a day and connection.',
    topic: 'attempt-events',
    producer: 'availability',
    data: pair.omit({ sessionId: true }).extend({
      attemptId: id,
      by: id,
      durationMinutes: z.number().int(),
      maxMinutes: z.number().int(),
      at: z.string(),
    }),
  },
  'review.written': {
    summary: 'A learner or parent rated a teacher; one review per pair and school term.',
    topic: 'rating-events',
    producer: 'availability',
    data: pair.extend({
      reviewId: id,
      term: z.string(),
      rating: z.number().int().min(1).max(5),
      by: id,
      at: z.string(),
    }),
    personal: pairPeople,
  },
  'review.answered': {
    summary: 'The teacher answered a review.',
    topic: 'rating-events',
    producer: 'availability',
    data: pair.extend({ reviewId: id, by: id, at: z.string() }),
    personal: pairPeople,
  },
  'report.written': {
    summary: 'A teacher wrote a progress report on a lesson.',
    topic: 'report-events',
    producer: 'availability',
    data: pair.extend({ reportId: id, subject: z.string(), at: z.string() }),
    personal: pairPeople,
  },
  'report.read': {
    summary: 'The learner or a guardian read a progress report for the first time.',
    topic: 'report-events',
    producer: 'availability',
    data: z.object({ reportId: id, sessionId: id, teacherId: id, by: id, at: z.string() }),
  },
  'message.sent': {
    summary:
      'Somebody wrote in a thread. `to` are those who see it: without the others of a thread when it is held back. The text stays where it is.',
    topic: 'thread-events',
    producer: 'users',
    data: aboutLearner.extend({
      threadId: id,
      messageId: id,
      number: z.number().int(),
      by: id,
      to: z.array(id),
      held: z.boolean(),
      at: z.string(),
    }),
    personal: z.object({
      from: z.string(),
      subject: z.string(),
      /** `mail` is the preference of that moment. */
      recipients: z.array(person.extend({ userId: id, mail: z.boolean() })),
    }),
  },
  'thread.read': {
    summary: 'A member has read a thread up to a number.',
    topic: 'thread-events',
    producer: 'users',
    data: z.object({
      threadId: id,
      by: id,
      number: z.number().int(),
      memberIds: z.array(id),
      at: z.string(),
    }),
  },
  'thread.changed': {
    summary: 'A thread was opened, closed, blocked or unblocked, or its members changed.',
    topic: 'thread-events',
    producer: 'users',
    data: z.object({
      threadId: id,
      memberIds: z.array(id),
      open: z.boolean(),
      blockedBy: z.array(id),
      at: z.string(),
    }),
  },
  'safety.reported': {
    summary: 'A member reported a thread, or contact details were held back in a minor’s one or request.',
    topic: 'safety-events',
    producer: 'users',
    data: aboutLearner.extend({
      reportId: id,
      reason: z.enum(['reported', 'contact-details']),
      severity: z.enum(['low', 'medium', 'high']),
      /** Who reported; absent when nobody did. */
      by: id.optional(),
      aboutUserId: id.optional(),
      /** Absent where it is about a request, which has no thread yet. */
      threadId: id.optional(),
      messageId: id.optional(),
      at: z.string(),
    }),
    personal: z.object({
      /** What whoever reported wrote. */
      text: z.string(),
      /** The message it is about. */
      quoted: z.string(),
    }),
  },
  'alert.opened': {
    summary: 'A safety alert waits for an administrator or a guardian; they are told by mail.',
    topic: 'alert-events',
    producer: 'admin',
    data: z.object({
      alertId: id,
      reason: z.string(),
      severity: z.enum(['low', 'medium', 'high']),
      minor: z.boolean(),
      guardianIds: z.array(id),
      /** Where the child lives, whose delegate is to be told of a danger; null when nobody knows. */
      governorateId: governorateId.optional(),
      dueAt: z.string(),
      investigateBy: z.string().optional(),
      at: z.string(),
    }),
    personal: z.object({ guardians: z.array(person.extend({ userId: id })) }),
  },
  'alert.answered': {
    summary: 'An administrator began to look into a safety alert; whoever told of it learns so.',
    topic: 'alert-events',
    producer: 'admin',
    data: z.object({
      alertId: id,
      by: id,
      guardianIds: z.array(id),
      investigateBy: z.string(),
      at: z.string(),
    }),
    personal: z.object({ reporter: person.extend({ userId: id }).optional() }),
  },
  'alert.escalated': {
    summary:
      'A safety alert was not answered in 2 hours, or not dealt with in 24: every administrator is told.',
    topic: 'alert-events',
    producer: 'admin',
    data: z.object({
      alertId: id,
      reason: z.string(),
      severity: z.enum(['low', 'medium', 'high']),
      stage: z.enum(['answer', 'investigation']),
      governorateId,
      dueAt: z.string(),
      at: z.string(),
    }),
    personal: z.object({ admins: z.array(person.extend({ userId: id })) }),
  },
  'alert.resolved': {
    summary: 'An administrator or a guardian has dealt with a safety alert.',
    topic: 'alert-events',
    producer: 'admin',
    data: z.object({
      alertId: id,
      by: id,
      guardianIds: z.array(id),
      /** Who told of it, when it was not the one who resolved it. */
      reporterId: id.optional(),
      at: z.string(),
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

/** What users tells of a connection: each carries all of it. */
export type ConnectionEventType = Exclude<
  Extract<EventType, `connection.${string}`>,
  // what the admin service decided, not yet what became of it
  'connection.reviewed'
>

/** What a producer hands to its outbox. */
export type EventInput<K extends EventType = EventType> = EventInputOf<Events, K>

/** Every topic, once. */
export const topics: readonly string[] = [...new Set(Object.values(events).map((event) => event.topic))]
