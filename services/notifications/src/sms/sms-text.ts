import { fillIn } from '@darsi/contracts/reference/i18n/fill-in.ts'
import type { Language } from '@darsi/contracts/reference/languages.ts'
import { hourMs } from '@darsi/contracts/reference/tunis-time.ts'
import { productName } from '@darsi/contracts/texts/product.ts'
import { texts } from '../mails/texts.ts'

type SmsGroup = Exclude<keyof (typeof texts)['en']['sms'], 'code'>

/** News that cannot wait for the next visit. Everything else stays with mails, push messages and the bell. */
const groups: Readonly<Record<string, SmsGroup>> = {
  'lesson-cancelled': 'lesson',
  'lesson-moved': 'lesson',
  'lesson-changed': 'lesson',
  'lesson-proposed': 'consent',
  'lesson-reminder-1h': 'reminder',
  'guardian-consent': 'consent',
  'place-offered': 'request',
  'safety-alert': 'safety',
  'safety-escalated': 'safety',
  'safety-raised': 'safety',
  'safety-stopped': 'safety',
  'connection-paused': 'safety',
}
export const smsGroup = (kind: string): SmsGroup | null => groups[kind] ?? null

/** A reminder is of no use once the lesson runs; other news is for the same day. */
export const smsLifeMs = (group: SmsGroup): number => (group === 'reminder' ? 50 * 60_000 : 12 * hourMs)

/** It is read on a locked screen and travels in the clear: no name, no link. */
export const smsText = (group: SmsGroup, language: Language): string =>
  fillIn(texts[language].sms[group], { product: productName[language] }, language)

export const smsCodeText = (code: string, language: Language): string =>
  fillIn(texts[language].sms.code, { product: productName[language], code }, language)
