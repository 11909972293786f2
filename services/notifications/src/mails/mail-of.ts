import { createHash } from 'node:crypto'
import type { DarsiEvent } from '@darsi/contracts/events/events.ts'
import { type Language, pathIn } from '@darsi/contracts/reference/languages.ts'
import { noticeAddress } from '@darsi/contracts/rules/notice-place.ts'
import { productName } from '@darsi/contracts/texts/product.ts'
import { type CalendarFile, calendarFile } from '../notifications/lesson-calendar.ts'
import type { Notification } from '../notifications/notification.ts'
import { oneLine } from './one-line.ts'
import type { MailContent } from './render.ts'
import type { Mailbox } from './transport.ts'

/** One mail caused by an event; the id is the same when the event is repeated. */
export type MailRequest = MailContent & {
  id: string
  userId: string
  to: Mailbox
  replyTo?: Mailbox
  calendar?: CalendarFile
}

/** `sender` is the organiser of calendar invitations. */
export type Links = { publicUrl: string; support: string; sender: string }

/** The mail of a notification; null without a mail, or without an address. */
export function mailOf(event: DarsiEvent, notification: Notification, links: Links): MailRequest | null {
  const { userId, mail: kind, to, params, isOptional = false } = notification
  const { calendar, place, notice, leaveToken, replyTo, alsoIn } = notification
  if (!kind || to.email === '') return null
  const path = notification.path ?? (place ? noticeAddress(notice ?? kind, place) : '/dashboard')
  const { publicUrl, support, sender } = links
  const name = oneLine(to.fullName)
  const page = pageOf(publicUrl)
  return {
    id: `${kind}-${userId}-${digest(event.id)}`,
    userId,
    kind,
    language: to.language,
    // a display name from outside can contain any text, and mail programs show it larger than the address
    to: { name: '', address: to.email },
    params: { name, support, ...params },
    link: page(path, to.language),
    ...(alsoIn && { also: { language: alsoIn, link: page(path, alsoIn) } }),
    isOptional,
    ...(leaveToken && leaveLinks(publicUrl, leaveToken, to.language)),
    ...(replyTo && { replyTo }),
    ...(calendar && {
      calendar: calendarFile(
        calendar,
        { name, address: to.email },
        { publicUrl, sender, product: productName[to.language] },
      ),
    }),
  }
}

/** The page for readers, and the address that mail programs post to (RFC 8058). */
export const leaveLinks = (publicUrl: string, token: string, language: Language) => ({
  leaveLink: pageOf(publicUrl)(`/newsletter/leave?token=${token}`, language),
  unsubscribeLink: `${publicUrl}/api/newsletter/unsubscribe?token=${token}`,
})

export const pageOf = (publicUrl: string) => (path: string, language: Language) =>
  `${publicUrl}${pathIn(language, path)}`

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 24)
}
