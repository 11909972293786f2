import { createHash } from 'node:crypto'
import type { ChoiceTable } from '@darsi/contracts/choices.ts'
import { contactSubjects, contactUserTypes } from '@darsi/contracts/contact.ts'
import type { DarsiEvent, EventType } from '@darsi/contracts/events.ts'
import type { Language } from '@darsi/contracts/languages.ts'
import { productName } from '@darsi/contracts/product.ts'
import { connectionEventTypes, connectionNotes } from './connection-notes.ts'
import { afterEventTypes, afterNotes } from './lessons/after-notes.ts'
import { type CalendarFile, calendarFile } from './lessons/lesson-calendar.ts'
import { lessonEventTypes, lessonNotes } from './lessons/lesson-notes.ts'
import { momentIn } from './moment.ts'
import type { Note } from './note.ts'
import { ofAgeNotes } from './of-age-notes.ts'
import { oneLine } from './one-line.ts'
import type { MailContent } from './render.ts'
import { safetyEventTypes, safetyNotes } from './safety-notes.ts'
import type { Mailbox } from './transport.ts'

/** One mail that an event causes; the id is the same whenever the event comes again. */
export type MailRequest = MailContent & {
  id: string
  userId: string
  to: Mailbox
  replyTo?: Mailbox
  calendar?: CalendarFile
}

type Person = { email: string; fullName: string; language: Language }
/** `sender` organises the lessons that a mail brings to a calendar. */
export type Links = { publicUrl: string; support: string; sender: string }

/** What each event says by mail. An event that is not here causes none; notes are mailed by `noteMail`. */
export function mailsOf(event: DarsiEvent, { publicUrl, support }: Links): MailRequest[] {
  const page = pageOf(publicUrl)
  const mail = (
    kind: MailContent['kind'],
    to: Person,
    extra: { params?: Record<string, string>; path?: string; leavePath?: string; replyTo?: Mailbox } = {},
  ): MailRequest => ({
    id: `${kind}-${event.subject}-${digest(event.id)}`,
    userId: event.subject,
    kind,
    language: to.language,
    to: { name: oneLine(to.fullName), address: to.email },
    params: { name: oneLine(to.fullName), support, ...extra.params },
    ...(extra.replyTo && { replyTo: extra.replyTo }),
    ...(extra.path && { link: page(extra.path, to.language) }),
    ...(extra.leavePath && { leaveLink: page(extra.leavePath, to.language) }),
  })
  const verifyPath = (token: string, email: string) =>
    `/verify-email?token=${token}&email=${encodeURIComponent(email)}`

  const contactMails = ({ data, personal }: DarsiEvent<'contact.received'>): MailRequest[] => {
    const { name, email, phone, message, language } = personal
    const params = {
      name: oneLine(name),
      email,
      phone,
      message,
      reference: data.ticketId.slice(0, 8).toUpperCase(),
      category: labelOf(contactSubjects, data.subject, language),
      userType: labelOf(contactUserTypes, data.userType, language),
      due: momentIn(language, data.dueAt),
    }
    const team = { email: support, fullName: productName[language], language }
    return [
      mail('contact-received', { email, fullName: name, language }, { params }),
      mail('contact-forwarded', team, { params, replyTo: { name: oneLine(name), address: email } }),
    ]
  }

  switch (event.type) {
    case 'user.registered': {
      const { verificationToken, email } = event.personal
      // demo accounts and admins have nothing to verify
      return verificationToken
        ? [mail('verify-email', event.personal, { path: verifyPath(verificationToken, email) })]
        : []
    }
    case 'user.verification-requested': {
      const { verificationToken, email } = event.personal
      return [mail('verify-email', event.personal, { path: verifyPath(verificationToken, email) })]
    }
    case 'user.registration-repeated':
      return [mail('registration-repeated', event.personal, { path: '/forgot-password' })]
    case 'user.verified':
      return [mail('welcome', event.personal, { path: '/login' })]
    case 'user.logged-in':
      return event.data.newDevice
        ? [
            mail('new-device', event.personal, {
              params: { device: event.personal.device },
              path: '/forgot-password',
            }),
          ]
        : []
    case 'user.session-ended': {
      const { device, language } = event.personal
      const params = { device: device || unknownDevice[language] }
      return [mail('session-ended', event.personal, { params, path: '/forgot-password' })]
    }
    case 'user.password-reset-requested':
      return [
        mail('reset-password', event.personal, {
          path: `/reset-password?token=${event.personal.resetToken}`,
        }),
      ]
    case 'user.password-changed':
      return [mail('password-changed', event.personal, { path: '/forgot-password' })]
    case 'user.email-change-requested': {
      const { newEmail, verificationToken } = event.personal
      const path = verifyPath(verificationToken, newEmail)
      return [
        mail('email-change', { ...event.personal, email: newEmail }, { path }),
        mail('email-change-notice', event.personal, { path: '/forgot-password' }),
      ]
    }
    case 'user.email-changed':
      return [mail('email-changed', { ...event.personal, email: event.personal.oldEmail })]
    case 'user.second-factor-changed':
      return [mail('second-factor', event.personal, { path: '/forgot-password' })]
    case 'user.invited':
      return [
        mail('admin-invitation', event.personal, {
          path: `/reset-password?token=${event.personal.invitationToken}`,
        }),
      ]
    case 'user.approved': {
      const kinds = { teacher: 'teacher-approved', admin: 'admin-approved' } as const
      const kind =
        event.data.role === 'teacher' || event.data.role === 'admin'
          ? kinds[event.data.role]
          : 'account-approved'
      return [mail(kind, event.personal, { path: '/login' })]
    }
    case 'user.suspended': {
      const kind = event.data.previous === 'pending' ? 'account-rejected' : 'account-suspended'
      return [mail(kind, event.personal, { params: { reason: event.personal.reason } })]
    }
    case 'user.reinstated':
      return [mail('account-reinstated', event.personal, { path: '/login' })]
    case 'user.reopened':
      return [mail('account-reopened', event.personal)]
    case 'guardian.invited': {
      const { email, studentName, language, token } = event.personal
      const params = { student: oneLine(studentName) }
      return [
        mail('guardian-invited', { email, fullName: '', language }, { params, path: guardianPath(token) }),
      ]
    }
    case 'contact.received':
      return contactMails(event)
    case 'contact.overdue': {
      const language = 'fr'
      const params = {
        reference: event.data.ticketId.slice(0, 8).toUpperCase(),
        category: labelOf(contactSubjects, event.data.subject, language),
        due: momentIn(language, event.data.dueAt),
      }
      const team = { email: support, fullName: productName[language], language } as const
      return [mail('contact-overdue', team, { params, path: '/dashboard' })]
    }
    case 'contact.answered': {
      const { name, email, language, message, answer } = event.personal
      const reference = event.data.ticketId.slice(0, 8).toUpperCase()
      const category = labelOf(contactSubjects, event.data.subject, language)
      const params = { name: oneLine(name), reference, category, message, answer }
      const replyTo = { name: productName[language], address: support }
      return [mail('contact-answered', { email, fullName: name, language }, { params, replyTo })]
    }
    case 'newsletter.requested': {
      const { confirmToken, leaveToken } = event.personal
      const path = `/newsletter?token=${confirmToken}`
      return [mail('newsletter-confirm', reader(event.personal), { path, leavePath: leavePath(leaveToken) })]
    }
    case 'newsletter.confirmed': {
      const extra = { path: '/blog', leavePath: leavePath(event.personal.leaveToken) }
      return [mail('newsletter-welcome', reader(event.personal), extra)]
    }
    case 'user.deletion-requested':
      // nobody has shown that the address is theirs
      return event.data.reason === 'unconfirmed' ? [] : [mail('account-deleted', event.personal)]
    default:
      return []
  }
}

/** The events that cause a mail, for the consumer's table. */
export const mailingEvents = [
  'user.registered',
  'user.verification-requested',
  'user.registration-repeated',
  'user.verified',
  'user.logged-in',
  'user.session-ended',
  'user.password-reset-requested',
  'user.password-changed',
  'user.email-change-requested',
  'user.email-changed',
  'user.second-factor-changed',
  'user.invited',
  'user.approved',
  'user.suspended',
  'user.reinstated',
  'user.reopened',
  'user.deletion-requested',
  'guardian.invited',
  'contact.received',
  'contact.overdue',
  'contact.answered',
  'newsletter.requested',
  'newsletter.confirmed',
] as const satisfies readonly EventType[]

const unknownDevice = { en: 'unknown device', fr: 'appareil inconnu', ar: 'جهاز غير معروف' } as const

/** What several people learn of one event, each in words of their own. */
export function notesOf(event: DarsiEvent, { support }: Pick<Links, 'support'>): Note[] {
  if (event.type === 'upgrade.reviewed') {
    const { teacherId, decision } = event.data
    const { notes, ...to } = event.personal
    const kind = `upgrade-${decision}` as const
    return [{ userId: teacherId, notice: kind, mail: kind, isOptional: false, to, params: { note: notes } }]
  }
  // `as`: the type was just compared
  if (isOne(lessonEventTypes, event)) return lessonNotes(event as Parameters<typeof lessonNotes>[0])
  if (isOne(afterEventTypes, event)) return afterNotes(event as Parameters<typeof afterNotes>[0])
  if (event.type === 'learner.came-of-age') return ofAgeNotes(event)
  if (isOne(safetyEventTypes, event)) return safetyNotes(event as Parameters<typeof safetyNotes>[0], support)
  if (isOne(connectionEventTypes, event))
    return connectionNotes(event as Parameters<typeof connectionNotes>[0])
  return []
}

const isOne = (types: readonly EventType[], { type }: DarsiEvent): boolean => types.includes(type)

export const notingEvents = [
  ...connectionEventTypes,
  ...lessonEventTypes,
  ...afterEventTypes,
  ...safetyEventTypes,
  'learner.came-of-age',
  'upgrade.reviewed',
] as const satisfies readonly EventType[]

/** The mail of a note; null where it has none, or nobody to go to. */
export function noteMail(event: DarsiEvent, note: Note, links: Links): MailRequest | null {
  const { userId, mail: kind, to, params, isOptional, calendar, path = '/dashboard' } = note
  if (!kind || to.email === '') return null
  const { publicUrl, support, sender } = links
  const name = oneLine(to.fullName)
  const box = { name, address: to.email }
  return {
    id: `${kind}-${userId}-${digest(event.id)}`,
    userId,
    kind,
    language: to.language,
    to: box,
    params: { name, support, ...params },
    link: pageOf(publicUrl)(path, to.language),
    isOptional,
    ...(calendar && {
      calendar: calendarFile(calendar, box, { publicUrl, sender, product: productName[to.language] }),
    }),
  }
}

const pageOf = (publicUrl: string) => (path: string, language: Language) =>
  `${publicUrl}${language === 'en' ? '' : `/${language}`}${path}`

const guardianPath = (token: string) => `/guardian?token=${token}`

const leavePath = (token: string) => `/newsletter/leave?token=${token}`

/** Subscribers give an address and no name. */
const reader = ({ email, language }: { email: string; language: Language }): Person => ({
  email,
  language,
  fullName: '',
})

function labelOf(table: ChoiceTable, key: string, language: Language): string {
  return table[key]?.[language] ?? key
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 24)
}
