import { readLanguages } from '@darsi/contracts/reference/i18n/read-texts.ts'
import en from './locales/en.json' with { type: 'json' }

export type MailKind = keyof typeof en.mails
export type NoticeKind = keyof typeof en.notices
export type MailText = { subject: string; title: string; lines: string[]; button?: string; note?: string }

/** Mails, notices, push messages and SMS. */
export const texts = readLanguages(en, import.meta.dirname)

// `as`: Object.keys loses the key type
export const mailKinds = Object.keys(en.mails) as MailKind[]
export const noticeKinds = Object.keys(en.notices) as NoticeKind[]
