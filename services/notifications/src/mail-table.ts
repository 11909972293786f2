import type { ChoiceTable } from '@darsi/contracts/choices.ts'
import { contactSubjects, contactUserTypes } from '@darsi/contracts/contact.ts'
import type { DarsiEvent, EventType } from '@darsi/contracts/events.ts'
import type { Language } from '@darsi/contracts/languages.ts'
import { productName } from '@darsi/contracts/product.ts'
import { digest, type Links, type MailRequest, pageOf } from './mail-of.ts'
import { momentIn } from './moment.ts'
import { oneLine } from './one-line.ts'
import type { MailContent } from './render.ts'
import type { Mailbox } from './transport.ts'

type Person = { email: string; fullName: string; language: Language }
type Extra = { params?: Record<string, string>; path?: string; leavePath?: string; replyTo?: Mailbox }
type Mail = (kind: MailContent['kind'], to: Person, extra?: Extra) => MailRequest
type Says<K extends EventType> = (event: DarsiEvent<K>, mail: Mail, support: string) => MailRequest[]

/** What each event says by mail. An event that is not here causes none; notes are mailed by `noteMail`. */
const table: { readonly [K in EventType]?: Says<K> } = {
  'user.registered': ({ personal }, mail) => {
    const { verificationToken, email } = personal
    // demo accounts and admins have nothing to verify
    return verificationToken
      ? [mail('verify-email', personal, { path: verifyPath(verificationToken, email) })]
      : []
  },
  'user.verification-requested': ({ personal }, mail) => [
    mail('verify-email', personal, { path: verifyPath(personal.verificationToken, personal.email) }),
  ],
  'user.registration-repeated': ({ personal }, mail) => [
    mail('registration-repeated', personal, { path: '/forgot-password' }),
  ],
  'user.verified': ({ personal }, mail) => [mail('welcome', personal, { path: '/login' })],
  'user.logged-in': ({ data, personal }, mail) => {
    const params = { device: personal.device }
    return data.newDevice ? [mail('new-device', personal, { params, path: '/forgot-password' })] : []
  },
  'user.session-ended': ({ personal }, mail) => {
    const params = { device: personal.device || unknownDevice[personal.language] }
    return [mail('session-ended', personal, { params, path: '/forgot-password' })]
  },
  'user.password-reset-requested': ({ personal }, mail) => [
    mail('reset-password', personal, { path: resetPath(personal.resetToken) }),
  ],
  'user.password-changed': ({ personal }, mail) => [
    mail('password-changed', personal, { path: '/forgot-password' }),
  ],
  'user.email-change-requested': ({ personal }, mail) => {
    const { newEmail, verificationToken } = personal
    const path = verifyPath(verificationToken, newEmail)
    return [
      mail('email-change', { ...personal, email: newEmail }, { path }),
      mail('email-change-notice', personal, { path: '/forgot-password' }),
    ]
  },
  'user.email-changed': ({ personal }, mail) => [
    mail('email-changed', { ...personal, email: personal.oldEmail }),
  ],
  'user.second-factor-changed': ({ personal }, mail) => [
    mail('second-factor', personal, { path: '/forgot-password' }),
  ],
  'user.invited': ({ personal }, mail) => [
    mail('admin-invitation', personal, { path: resetPath(personal.invitationToken) }),
  ],
  'user.approved': ({ data: { role }, personal }, mail) => {
    const isLed = role === 'teacher' || role === 'admin'
    return [mail(isLed ? `${role}-approved` : 'account-approved', personal, { path: '/login' })]
  },
  'user.suspended': ({ data, personal }, mail) => {
    const kind = data.previous === 'pending' ? 'account-rejected' : 'account-suspended'
    return [mail(kind, personal, { params: { reason: personal.reason } })]
  },
  'user.reinstated': ({ personal }, mail) => [mail('account-reinstated', personal, { path: '/login' })],
  'user.reopened': ({ personal }, mail) => [mail('account-reopened', personal)],
  'user.deletion-requested': ({ data, personal }, mail) =>
    // nobody has shown that the address is theirs
    data.reason === 'unconfirmed' ? [] : [mail('account-deleted', personal)],
  'guardian.invited': ({ personal }, mail) => {
    const { email, studentName, language, token } = personal
    const extra = { params: { student: oneLine(studentName) }, path: `/guardian?token=${token}` }
    return [mail('guardian-invited', { email, fullName: '', language }, extra)]
  },
  'contact.received': ({ data, personal }, mail, support) => {
    const { name, email, phone, message, language } = personal
    const params = {
      ...ticketParams(data, language),
      name: oneLine(name),
      email,
      phone,
      message,
      userType: labelOf(contactUserTypes, data.userType, language),
      due: momentIn(language, data.dueAt),
    }
    const replyTo = { name: oneLine(name), address: email }
    return [
      mail('contact-received', { email, fullName: name, language }, { params }),
      mail('contact-forwarded', teamAt(support, language), { params, replyTo }),
    ]
  },
  'contact.overdue': ({ data }, mail, support) => {
    const params = { ...ticketParams(data, 'fr'), due: momentIn('fr', data.dueAt) }
    return [mail('contact-overdue', teamAt(support, 'fr'), { params, path: '/dashboard' })]
  },
  'contact.answered': ({ data, personal }, mail, support) => {
    const { name, email, language, message, answer } = personal
    const params = { ...ticketParams(data, language), name: oneLine(name), message, answer }
    const replyTo = { name: productName[language], address: support }
    return [mail('contact-answered', { email, fullName: name, language }, { params, replyTo })]
  },
  'newsletter.requested': ({ personal }, mail) => {
    const path = `/newsletter?token=${personal.confirmToken}`
    const leavePath = leavePathOf(personal.leaveToken)
    return [mail('newsletter-confirm', reader(personal), { path, leavePath })]
  },
  'newsletter.confirmed': ({ personal }, mail) => [
    mail('newsletter-welcome', reader(personal), {
      path: '/blog',
      leavePath: leavePathOf(personal.leaveToken),
    }),
  ],
}

/** The events that cause a mail, for the consumer's table. */
export const mailingEvents: readonly string[] = Object.keys(table)

export function mailsOf(event: DarsiEvent, links: Links): MailRequest[] {
  // `as`: one entry per type, and each gets its own events
  const says = table[event.type] as ((...said: Parameters<Says<EventType>>) => MailRequest[]) | undefined
  return says?.(event, mailOf(event, links), links.support) ?? []
}

function mailOf({ id, subject }: DarsiEvent, { publicUrl, support }: Links): Mail {
  const page = pageOf(publicUrl)
  return (kind, { email, fullName, language }, { params, path, leavePath, replyTo } = {}) => ({
    id: `${kind}-${subject}-${digest(id)}`,
    userId: subject,
    kind,
    language,
    to: { name: oneLine(fullName), address: email },
    params: { name: oneLine(fullName), support, ...params },
    ...(replyTo && { replyTo }),
    ...(path && { link: page(path, language) }),
    ...(leavePath && { leaveLink: page(leavePath, language) }),
  })
}

const verifyPath = (token: string, email: string) =>
  `/verify-email?token=${token}&email=${encodeURIComponent(email)}`
const resetPath = (token: string) => `/reset-password?token=${token}`
const leavePathOf = (token: string) => `/newsletter/leave?token=${token}`

const unknownDevice = { en: 'unknown device', fr: 'appareil inconnu', ar: 'جهاز غير معروف' } as const

const teamAt = (support: string, language: Language): Person => ({
  email: support,
  fullName: productName[language],
  language,
})

/** Subscribers give an address and no name. */
const reader = ({ email, language }: Omit<Person, 'fullName'>): Person => ({ email, language, fullName: '' })

const ticketParams = (
  { ticketId, subject }: { ticketId: string; subject: string },
  language: Language,
): Record<string, string> => ({
  reference: ticketId.slice(0, 8).toUpperCase(),
  category: labelOf(contactSubjects, subject, language),
})

function labelOf(table: ChoiceTable, key: string, language: Language): string {
  return table[key]?.[language] ?? key
}
