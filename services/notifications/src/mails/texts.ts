import type { Language } from '@darsi/contracts/reference/languages.ts'
import ar from './ar.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }
import fr from './fr.json' with { type: 'json' }

export type MailKind = keyof typeof en.mails
export type NoticeKind = keyof typeof en.notices
export type MailText = { subject: string; title: string; lines: string[]; button?: string; note?: string }

/** A missing text in one of the languages does not compile. */
export const texts: Record<Language, typeof en> = { en, fr, ar }

// `as`: Object.keys loses the key type
export const mailKinds = Object.keys(en.mails) as MailKind[]
export const noticeKinds = Object.keys(en.notices) as NoticeKind[]
