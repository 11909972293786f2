import * as z from 'zod'
import { newsletterMailSchema } from '../calls/admin/newsletter-api.ts'
import { id, languageSchema } from '../rules/schemas.ts'
import { actionOn } from './audit-entry.ts'
import { defineEvents } from './event-definition.ts'

export const operationEvents = defineEvents({
  'audit.anchored': {
    summary: 'The last entry of the audit log: a log without it had its tail cut off. Nothing consumes it.',
    topic: 'audit-events',
    producer: 'admin',
    data: z.object({ sequence: z.number().int(), hash: z.string(), at: z.string() }),
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
      /** Security refusals since this process started. */
      refusals: z.number().int(),
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
      /** Of a sender who was signed in: an erasure finds the mails by it. */
      accountId: id.optional(),
    }),
    personal: z.object({
      name: z.string(),
      email: z.string(),
      phone: z.string(),
      message: z.string(),
      language: languageSchema,
    }),
    liveForAdmins: 'ticket',
  },
  'contact.overdue': {
    summary:
      'A ticket was not answered by its due time, or not settled five days after it came; support is reminded by mail, once of each.',
    topic: 'contact-events',
    producer: 'admin',
    data: z.object({ ticketId: id, subject: z.string(), dueAt: z.string(), at: z.string() }),
    liveForAdmins: 'ticket',
  },
  'contact.answered': {
    summary: 'An administrator answered a ticket; its sender gets the answer by mail.',
    topic: 'contact-events',
    producer: 'admin',
    data: z.object({
      ticketId: id,
      subject: z.string(),
      by: id,
      at: z.string(),
      /** As in `contact.received`; also of a sender whose account has since proven the address. */
      accountId: id.optional(),
    }),
    personal: z.object({
      name: z.string(),
      email: z.string(),
      language: languageSchema,
      message: z.string(),
      answer: z.string(),
    }),
    audit: actionOn('ticketId'),
    activity: true,
    liveForAdmins: 'ticket',
  },
  'contact.closed': {
    summary: 'An administrator closed a ticket.',
    topic: 'contact-events',
    producer: 'admin',
    data: z.object({ ticketId: id, by: id, at: z.string() }),
    audit: actionOn('ticketId'),
    activity: true,
    liveForAdmins: 'ticket',
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
  'newsletter.left': {
    summary: 'A subscription ended; mails to it that are not sent yet are not sent.',
    topic: 'newsletter-events',
    producer: 'admin',
    data: z.object({ subscriptionId: id, at: z.string() }),
  },
  'newsletter.test-requested': {
    summary: 'A super-admin asked for a test mail of a newsletter to the own address.',
    topic: 'newsletter-events',
    producer: 'admin',
    data: z.object({ by: id, at: z.string() }),
    personal: z.object({ email: z.string(), language: languageSchema, mail: newsletterMailSchema }),
  },
  'newsletter.started': {
    summary: 'A super-admin sent a newsletter. Each subscriber is addressed by an own event.',
    topic: 'newsletter-events',
    producer: 'admin',
    data: z.object({ newsletterId: id, by: id, recipients: z.number().int(), at: z.string() }),
    audit: actionOn('newsletterId'),
    activity: true,
  },
  'newsletter.addressed': {
    summary: 'A newsletter is to be mailed to one subscriber, in the language of the subscription.',
    topic: 'newsletter-events',
    producer: 'admin',
    data: z.object({ newsletterId: id, subscriptionId: id, at: z.string() }),
    personal: z.object({
      email: z.string(),
      language: languageSchema,
      leaveToken: z.string(),
      mail: newsletterMailSchema,
    }),
  },
})
