import { type Language, pathIn } from '@darsi/contracts/reference/languages.ts'
import { type NoticePlace, noticeAddress } from '@darsi/contracts/rules/notice-place.ts'
import { productName } from '@darsi/contracts/texts/product.ts'
import { texts } from '../mails/texts.ts'

/** What a push message may say: it is read on a locked screen, so it names nobody and nothing about a child's safety. */
type PushGroup = keyof (typeof texts)['en']['push']
type PushMessage = { title: string; body: string; url: string; tag: string; lang: Language }

const beginnings: readonly (readonly [string, PushGroup])[] = [
  ['lesson-', 'lesson'],
  ['report-', 'lesson'],
  ['review-', 'lesson'],
  ['connection-', 'request'],
  ['guardian-consent', 'request'],
  ['place-', 'request'],
  ['message', 'message'],
  ['account-', 'account'],
  ['email-', 'account'],
  ['new-device', 'account'],
  ['password-', 'account'],
  ['second-factor', 'account'],
  ['session-', 'account'],
]
export const pushGroup = (kind: string): PushGroup =>
  beginnings.find(([beginning]) => kind.startsWith(beginning))?.[1] ?? 'other'

export function pushMessage(kind: string, language: Language, place?: NoticePlace): PushMessage {
  const group = pushGroup(kind)
  return {
    title: productName[language],
    body: texts[language].push[group],
    // the bell of the dashboard knows which of its tabs shows a notice of this kind
    url: pathIn(language, noticeAddress(kind, place)),
    // a newer message of the group takes the place of the older one
    tag: group,
    lang: language,
  }
}
