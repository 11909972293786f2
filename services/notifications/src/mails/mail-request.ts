import { type Language, pathIn } from '@darsi/contracts/reference/languages.ts'
import type { MailContent } from './render.ts'
import type { CalendarFile, Mailbox } from './transport.ts'

/** One mail caused by an event; the id is the same when the event is repeated. */
export type MailRequest = MailContent & {
  id: string
  userId: string
  to: Mailbox
  replyTo?: Mailbox
  calendar?: readonly CalendarFile[]
}

/** `sender` is the address that mails come from. */
export type Links = { publicUrl: string; support: string; sender: string }

/** The page for readers, and the address that mail programs post to (RFC 8058). */
export const leaveLinks = (publicUrl: string, token: string, language: Language) => ({
  leaveLink: pageOf(publicUrl)(`/newsletter/leave?token=${token}`, language),
  unsubscribeLink: `${publicUrl}/api/newsletter/unsubscribe?token=${token}`,
})

export const pageOf = (publicUrl: string) => (path: string, language: Language) =>
  `${publicUrl}${pathIn(language, path)}`
