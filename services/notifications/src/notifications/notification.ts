import type { Language } from '@darsi/contracts/reference/languages.ts'
import type { NoticePlace } from '@darsi/contracts/rules/notice-place.ts'
import type { MailKind, NoticeKind } from '../mails/texts.ts'
import type { Mailbox } from '../mails/transport.ts'
import type { MailCalendar } from './lesson-calendar.ts'

export type Recipient = { email: string; fullName: string; language: Language }
export type Account = Recipient & { userId: string }

/** One event for one person: a notice, a mail, or both. */
export type Notification = {
  /** The account; for an address without one, the subject of the event. */
  userId: string
  to: Recipient
  notice?: NoticeKind
  mail?: MailKind
  /** The account may switch such mails off; mails about safety and security cannot be. */
  isOptional?: boolean
  /** Values of the mail's text beside `name` and `support`. */
  params?: Record<string, string>
  /** What it is about. */
  place?: NoticePlace
  /** Target of the mail's button; by default `place` in the reader's dashboard. */
  path?: string
  /** Ends the subscription that the mail belongs to. */
  leaveToken?: string
  /** The mail repeats everything in this language. */
  alsoIn?: Language | undefined
  replyTo?: Mailbox
  /** Lessons for the reader's calendar program. */
  calendar?: MailCalendar
  /** Its mail is not sent from this moment on. */
  until?: Date
  /** A later event with the same value withdraws it while it is neither sent nor read; of several, all values have to come. */
  about?: string | readonly string[]
}

/** A notice and a mail of the same name. */
export const both = <K extends MailKind & NoticeKind>(kind: K) => ({ notice: kind, mail: kind })

/** The account that an event is about. */
export const toOwner = (
  { subject, personal }: { subject: string; personal: Recipient },
  rest: Omit<Notification, 'userId' | 'to'>,
): Notification[] => [{ userId: subject, to: personal, ...rest }]

/** Several people, each in their own language. */
export const toEach = (
  people: readonly Account[],
  rest: (to: Account) => Omit<Notification, 'userId' | 'to'>,
): Notification[] => people.map((to) => ({ userId: to.userId, to, ...rest(to) }))

/** Subscribers give an address and no name. */
export const toSubscriber = (
  { subject, personal }: { subject: string; personal: Omit<Recipient, 'fullName'> },
  rest: Omit<Notification, 'userId' | 'to'>,
): Notification[] => [{ userId: subject, to: { ...personal, fullName: '' }, ...rest }]
