import type { DarsiEvent } from '@darsi/contracts/events/events.ts'
import { labelOfKey } from '@darsi/contracts/reference/choices.ts'
import type { Language } from '@darsi/contracts/reference/languages.ts'
import { contactSubjects, contactUserTypes } from '@darsi/contracts/rules/texts/contact.ts'
import { productName } from '@darsi/contracts/texts/product.ts'
import { momentIn } from '../mails/moment.ts'
import { oneLine } from '../mails/one-line.ts'
import { type Notification, type Recipient, toSubscriber } from './notification.ts'

/** The sender gets the reference alone: the address is not proven, so the mail repeats nothing that was typed. */
export function newTicket(event: DarsiEvent<'contact.received'>, support: string): Notification[] {
  const { subject, data, personal } = event
  const userId = data.accountId ?? subject
  const { name, email, phone, message, language } = personal
  const reference = ticketParams(data, language)
  const params = {
    ...reference,
    name: oneLine(name),
    email,
    phone,
    message,
    userType: labelOfKey(contactUserTypes, data.userType, language),
    due: momentIn(language, data.dueAt),
  }
  return [
    ...toSubscriber({ subject: userId, personal }, { mail: 'contact-received', params: reference }),
    {
      // the sender's, although support is the recipient: an erasure of the account removes the message from the mail
      userId,
      to: teamAt(support, language),
      mail: 'contact-forwarded',
      params,
      path: ticketPath(data.ticketId),
      replyTo: { name: '', address: email },
    },
  ]
}

export function overdueTicket(
  { subject, data }: DarsiEvent<'contact.overdue'>,
  support: string,
): Notification[] {
  const params = { ...ticketParams(data, 'fr'), due: momentIn('fr', data.dueAt) }
  return [
    {
      userId: subject,
      to: teamAt(support, 'fr'),
      mail: 'contact-overdue',
      params,
      path: ticketPath(data.ticketId),
    },
  ]
}

export function answeredTicket(
  { subject, data, personal }: DarsiEvent<'contact.answered'>,
  support: string,
): Notification[] {
  const { language, answer } = personal
  const params = { ...ticketParams(data, language), answer }
  const replyTo = { name: productName[language], address: support }
  return toSubscriber(
    { subject: data.accountId ?? subject, personal },
    { mail: 'contact-answered', params, replyTo },
  )
}

const ticketPath = (id: string) => `/admin/dashboard?tab=tickets&ticket=${encodeURIComponent(id)}`

/** The team's own mailbox, which has no account. */
export const teamAt = (support: string, language: Language): Recipient => ({
  email: support,
  fullName: productName[language],
  language,
})

const ticketParams = (
  { ticketId, subject }: { ticketId: string; subject: string },
  language: Language,
): Record<string, string> => ({
  reference: ticketId.slice(0, 8).toUpperCase(),
  category: labelOfKey(contactSubjects, subject, language),
})
