import type { Language } from '@darsi/contracts/languages.ts'
import type { MailCalendar } from './lessons/lesson-calendar.ts'
import type { MailKind, NoticeKind } from './texts.ts'

type Person = { email: string; fullName: string; language: Language }

/** What one person learns of one event: a notice, a mail, or both. */
export type Note = {
  userId: string
  notice?: NoticeKind
  mail?: MailKind
  /** Their owner may switch such mails off; what a child's safety rests on cannot be. */
  isOptional: boolean
  to: Person
  params: Record<string, string>
  /** Where the button of the mail leads; the dashboard unless said. */
  path?: string
  /** Lessons for the reader's calendar program. */
  calendar?: MailCalendar
  /** Both can be taken back under this name while nobody has read them. */
  about?: string
}
