type NoticeTopic =
  | 'account'
  | 'start'
  | 'children'
  | 'connection'
  | 'consent'
  | 'lesson'
  | 'message'
  | 'report'
  | 'review'
  | 'safety'
  | 'upgrade'

/** The tab of a dashboard for each topic. A topic without an entry opens no tab. */
export type NoticeTabs<Tab extends string = string> = Readonly<Partial<Record<NoticeTopic, Tab>>>

const own: Readonly<Record<string, NoticeTopic>> = {
  welcome: 'start',
  'account-approved': 'start',
  'account-reinstated': 'start',
  'guardian-consent': 'consent',
  'of-age-guardian': 'children',
  'take-over': 'children',
  'place-offered': 'connection',
  'place-lapsed': 'connection',
}

const beginnings = [
  ['guardian-', 'children'],
  ['age-', 'children'],
  ['connection-', 'connection'],
  ['group-', 'lesson'],
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

/** The part of the tab that a notice is about: its conversation. */
export function noticePlace(id: string): Readonly<Record<string, string>> {
  // `message.<thread>.<reader>.<number>` (contracts, events/notice-id.ts)
  const thread = /^message\.(?:thread\.)?([\w-]+)\.[\w-]+\.\d+$/.exec(id)?.[1]
  return thread === undefined ? {} : { thread }
}
