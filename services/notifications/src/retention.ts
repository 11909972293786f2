import { removedBefore } from '@darsi/contracts/rules/retention.ts'
import { type Removals, removeAll } from '@darsi/kit/mongo/retention.ts'
import type { MailStore } from './mails/mail-store.ts'
import type { NoticeStore } from './notices/notice-store.ts'

type Parts = { mails: Pick<MailStore, 'collection'>; notices: Pick<NoticeStore, 'collection'> }

/** The jobs of this service's rows of the table of retention. The database's own TTL indexes remove the same. */
export function createRetention({ mails, notices }: Parts): Removals<'notifications'> {
  return {
    mails: (now) => removeAll(mails.collection, { createdAt: { $lte: removedBefore('mails', now) } }),
    notices: (now) => removeAll(notices.collection, { createdAt: { $lte: removedBefore('notices', now) } }),
  }
}
