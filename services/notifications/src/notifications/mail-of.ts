import { createHash } from 'node:crypto'
import type { DarsiEvent } from '@darsi/contracts/events/events.ts'
import { noticeAddress } from '@darsi/contracts/rules/notice-place.ts'
import { productName } from '@darsi/contracts/texts/product.ts'
import { type Links, leaveLinks, type MailRequest, pageOf } from '../mails/mail-request.ts'
import { oneLine } from '../mails/one-line.ts'
import { calendarFiles } from './lesson-calendar.ts'
import type { Notification } from './notification.ts'

/** The mail of a notification; null without a mail, or without an address. */
export function mailOf(event: DarsiEvent, notification: Notification, links: Links): MailRequest | null {
  const { userId, mail: kind, to, params, isOptional = false } = notification
  const { calendar, place, notice, leaveToken, replyTo, alsoIn } = notification
  if (!kind || to.email === '') return null
  const path = notification.path ?? (place ? noticeAddress(notice ?? kind, place) : '/dashboard')
  const { publicUrl, support, sender } = links
  const name = oneLine(to.fullName)
  const page = pageOf(publicUrl)
  // people also answer an invitation by writing
  const answersTo = replyTo ?? (calendar && { name: '', address: support })
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
    ...(answersTo && { replyTo: answersTo }),
    ...(calendar && {
      calendar: calendarFiles(
        calendar,
        { name, address: to.email },
        { publicUrl, sender, support, product: productName[to.language] },
      ),
    }),
  }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 24)
}
