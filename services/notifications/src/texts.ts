import type { Language } from '@darsi/contracts/languages.ts'
import ar from './mails/ar.json' with { type: 'json' }
import en from './mails/en.json' with { type: 'json' }
import fr from './mails/fr.json' with { type: 'json' }

export type MailKind = keyof typeof en.mails
export type NoticeKind = keyof typeof en.notices
export type MailText = { subject: string; title: string; lines: string[]; button?: string; note?: string }

type Texts = {
  frame: typeof en.frame
  mails: Record<MailKind, MailText>
  notices: Record<NoticeKind, { title: string; body: string }>
}

/** A kind or a text that one language lacks does not compile. */
export const texts: Record<Language, Texts> = { en, fr, ar }

export const mailKinds = Object.keys(en.mails) as MailKind[]
