import type { DarsiEvent } from '@darsi/contracts/events/events.ts'
import { messageNoticeId } from '@darsi/contracts/rules/notice-id.ts'
import type { Erasures } from '../erasure-store.ts'
import type { NoticeStore } from '../notices/notice-store.ts'
import type { PublishLive } from '../streams/live.ts'
import { pushMs, quietMs, type UnreadStore, type Waiting } from './unread-store.ts'

type Parts = {
  unread: UnreadStore
  notices: NoticeStore
  erasures: Pick<Erasures, 'isErased'>
  publishLive: PublishLive
}

/** Updates unread messages, notices and erasures from message events. Every step may be repeated. */
export function createMessageEvents({ unread, notices, erasures, publishLive }: Parts) {
  /** @returns the id of its notice; null if the account was erased meanwhile */
  const keepNotice = async (threadId: string, userId: string, first: number, time: string) => {
    const _id = messageNoticeId(threadId, userId, first)
    const place = { thread: threadId }
    await notices.keep({ _id, userId, kind: 'message-received', createdAt: new Date(time), place })
    if (!(await erasures.isErased(userId))) return _id
    await unread.erase(userId)
    await notices.erase(userId)
    return null
  }

  /** Removes the name of an erased account. The reader still gets the mail, because others may have written too. */
  const eraseSender = async (by: string): Promise<void> => {
    // again for rows that changed since they were read
    for (let rows = await unread.waiting({ by }); rows.length > 0; rows = await unread.waiting({ by }))
      for (const row of rows) await unread.reseal(row, { ...unread.waitingOf(row), from: '' })
  }

  return {
    erase: async (userId: string): Promise<void> => {
      await unread.erase(userId)
      await eraseSender(userId)
    },

    /** Mails go to the reader's present address. A repeated event does not restore an older one. */
    changeAddress: async (userId: string, { from, to }: { from: string; to: string }): Promise<void> => {
      for (const row of await unread.waiting({ userId })) {
        const waiting = unread.waitingOf(row)
        if (waiting.email === from) await unread.reseal(row, { ...waiting, email: to })
      }
    },

    sent: async ({ data, personal, sequence, time }: DarsiEvent<'message.sent'>): Promise<void> => {
      const { threadId, number } = data
      for (const { userId, email, fullName, language } of personal.recipients) {
        if (await erasures.isErased(userId)) continue
        const waiting: Waiting = { email, fullName, language, from: personal.from }
        const period = { ...dueAfter(time), waiting, by: data.by }
        const first = (await unread.find(threadId, userId))?.first ?? null
        // its notice was read in the bell: another message needs a new one
        const isOver = first !== null && (await notices.isRead(messageNoticeId(threadId, userId, first)))
        await unread.add({ threadId, userId, sequence }, { number, over: isOver ? first : null }, period)
        const now = await unread.find(threadId, userId)
        // read already: a repeated event
        if (!now || now.first === null) continue
        const id = await keepNotice(threadId, userId, now.first, time)
        if (id !== null && now.first === number) await publishLive([userId], { kind: 'notice', id })
      }
      // after the writes: the erasure may have begun between
      if (await erasures.isErased(data.by)) await eraseSender(data.by)
    },

    removalAnnounced: ({ data }: DarsiEvent<'thread.removal-announced'>): Promise<void> =>
      unread.expire(data.threadId, data.memberIds, new Date(data.removeAt)),

    read: async ({ data, sequence, time }: DarsiEvent<'thread.read'>): Promise<void> => {
      const { threadId, by: userId, number } = data
      const before = await unread.find(threadId, userId)
      if (before?.first != null && before.first <= number) {
        const id = messageNoticeId(threadId, userId, before.first)
        await notices.markRead(userId, [id], new Date(time))
        await publishLive([userId], { kind: 'notice', id })
      }
      await unread.read({ threadId, userId, sequence }, number, dueAfter(time))
      const now = await unread.find(threadId, userId)
      if (now?.first !== number + 1) return
      const id = await keepNotice(threadId, userId, now.first, time)
      if (id !== null) await publishLive([userId], { kind: 'notice', id })
    },
  }
}

function dueAfter(time: string) {
  const after = (ms: number) => new Date(Date.parse(time) + ms)
  return { dueAt: after(quietMs), pushAt: after(pushMs) }
}

export type MessageEvents = ReturnType<typeof createMessageEvents>
