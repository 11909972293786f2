import type { DarsiEvent } from '@darsi/contracts/events/events.ts'
import { messageNoticeId } from '@darsi/contracts/events/notice-id.ts'
import type { Sealer } from '@darsi/kit/events/seal.ts'
import type { Erasures } from '../erasure-store.ts'
import type { NoticeStore } from '../notices/notice-store.ts'
import type { PublishLive } from '../streams/live.ts'
import type { Waiting } from './digest.ts'
import { pushMs, quietMs, type UnreadStore } from './unread-store.ts'

type Parts = {
  unread: UnreadStore
  notices: NoticeStore
  erasures: Pick<Erasures, 'isErased'>
  publishLive: PublishLive
  sealer: Pick<Sealer, 'seal'>
}

/** Updates unread messages, notices and erasures from message events. Every step may be repeated. */
export function createMessageEvents({ unread, notices, erasures, publishLive, sealer }: Parts) {
  return {
    erase: (userId: string) => unread.erase(userId),

    sent: async ({ data, personal, sequence, time }: DarsiEvent<'message.sent'>): Promise<void> => {
      const { threadId, number } = data
      for (const { userId, email, fullName, language } of personal.recipients) {
        if (await erasures.isErased(userId)) continue
        const waiting: Waiting = { email, fullName, language, from: personal.from }
        const after = (ms: number) => new Date(Date.parse(time) + ms)
        const period = { dueAt: after(quietMs), pushAt: after(pushMs), sealed: sealer.seal(waiting) }
        await unread.add({ threadId, userId, sequence }, number, period)
        const now = await unread.find(threadId, userId)
        // read already: a repeated event
        if (!now || now.first === null) continue
        const id = messageNoticeId(threadId, userId, now.first)
        await notices.keep({
          ...{ _id: id, userId, kind: 'message-received', createdAt: new Date(time) },
          place: { thread: threadId },
        })
        if (await erasures.isErased(userId)) {
          // erased meanwhile
          await unread.erase(userId)
          await notices.erase(userId)
          continue
        }
        if (now.first === number) await publishLive([userId], { kind: 'notice', id })
      }
    },

    read: async ({ data, sequence, time }: DarsiEvent<'thread.read'>): Promise<void> => {
      const { threadId, by: userId, number } = data
      const before = await unread.find(threadId, userId)
      if (before?.first != null && before.last <= number) {
        const id = messageNoticeId(threadId, userId, before.first)
        await notices.markRead(userId, [id], new Date(time))
        await publishLive([userId], { kind: 'notice', id })
      }
      await unread.read({ threadId, userId, sequence }, number)
    },
  }
}

export type MessageEvents = ReturnType<typeof createMessageEvents>
