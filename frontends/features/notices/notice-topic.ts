import type { NoticePlace } from '@darsi/contracts/rules/notice-place.ts'

type NoticeTopic =
  | 'account'
  | 'start'
  | 'children'
  | 'connection'
  | 'consent'
  | 'group'
  | 'lesson'
  | 'message'
  | 'report'
  | 'review'
  | 'safety'
  | 'upgrade'

/**
 * The tab of a dashboard for each topic. A topic without an entry opens no tab; `elsewhere` is a topic that another
 * dashboard of the same reader shows.
 */
export type NoticeTabs<Tab extends string = string> = Readonly<
  Partial<Record<NoticeTopic, Tab>> & { elsewhere?: NoticeTopic }
>

const own: Readonly<Record<string, NoticeTopic>> = {
  welcome: 'start',
  'account-approved': 'start',
  'account-reinstated': 'start',
  'guardian-consent': 'consent',
  'of-age-guardian': 'children',
  'learner-left': 'message',
  'take-over': 'children',
  'place-offered': 'connection',
  'place-lapsed': 'connection',
}

/** Notices about the login open that section of the settings. */
const ofSecurity = /^(new-device|session-ended|password-|second-factor|email-)/

/** The parameters of the address beside the tab. */
export const noticeParameters = (kind: string, place: NoticePlace): Readonly<Record<string, string>> => ({
  ...(ofSecurity.test(kind) && { section: 'security' }),
  ...Object.fromEntries(Object.entries(place).filter(([, id]) => id !== undefined)),
})

const beginnings = [
  ['guardian-', 'children'],
  ['age-', 'children'],
  ['connection-', 'connection'],
  ['group-', 'group'],
  ['lesson-', 'lesson'],
  ['message-', 'message'],
  ['homework-', 'message'],
  ['report-', 'report'],
  ['review-', 'review'],
  ['safety-', 'safety'],
  ['upgrade-', 'upgrade'],
] as const

/** The topic of each kind of notice; all others are about the account itself. */
export function noticeTopic(kind: string): NoticeTopic {
  return own[kind] ?? beginnings.find(([beginning]) => kind.startsWith(beginning))?.[1] ?? 'account'
}
