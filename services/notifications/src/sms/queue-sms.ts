import type { QueuePush } from '../push/queue-push.ts'
import type { SmsNumberStore } from './sms-number-store.ts'
import type { SmsStore } from './sms-store.ts'
import { smsGroup } from './sms-text.ts'

/** Queues a text message for a notice. Its id is that of the notice: a repeated event adds none. */
export const createQueueSms =
  (numbers: Pick<SmsNumberStore, 'find'>, sms: Pick<SmsStore, 'keep'>, now: () => Date): QueuePush =>
  async ({ userId, noticeId, kind }) => {
    if (!smsGroup(kind)) return
    const number = await numbers.find(userId)
    if (number?.provenAt) await sms.keep({ userId, noticeId, kind, createdAt: now() })
  }
