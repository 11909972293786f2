import type { DarsiEvent } from '@darsi/contracts/events/events.ts'
import { noticeIdOf } from '@darsi/contracts/rules/notice-id.ts'
import type { Sealer } from '@darsi/kit/events/seal.ts'
import type { Erasures } from '../erasure-store.ts'
import { type Links, type MailRequest, mailOf } from '../mails/mail-of.ts'
import type { Mail, MailStore } from '../mails/mail-store.ts'
import type { MailQueue } from '../mails/queue.ts'
import type { NoticeStore } from '../notices/notice-store.ts'
import { inOwnLanguages } from '../preferences/own-language.ts'
import type { PreferenceStore } from '../preferences/preference-store.ts'
import type { QueuePush } from '../push/queue-push.ts'
import type { PublishLive } from '../streams/live.ts'
import { isHistory } from './history.ts'
import { aboutLesson } from './lesson.ts'
import type { Notification } from './notification.ts'
import { notificationsOf } from './table.ts'

export type NotifyDeps = {
  mails: MailStore
  notices: NoticeStore
  preferences: PreferenceStore
  erasures: Erasures
  queue: Pick<MailQueue, 'add'>
  publishLive: PublishLive
  /** Queues a push message for each device of the account. */
  push: QueuePush
  /** Queues a text message where the account wants them. */
  text: QueuePush
  sealer: Sealer
  links: Links
  /** Of a demo's invented history only notices are made, no mails. */
  isDemo?: boolean
}

export type LessonEvent = DarsiEvent<
  'session.booked' | 'session.proposed' | 'session.moved' | 'session.cancelled' | 'session.held'
>

/** Creates the notices and mails of an event. All ids derive from the event's, so a repeated event adds none. */
export function createNotify({
  mails,
  notices,
  preferences,
  erasures,
  queue,
  publishLive,
  push,
  text,
  sealer,
  links,
  isDemo = false,
}: NotifyDeps) {
  const send = async (
    request: MailRequest,
    about: Pick<Mail, 'about' | 'until' | 'sequence'>,
  ): Promise<void> => {
    const { id, kind, userId } = request
    await mails.keep({ _id: id, kind, userId, ...about, sealed: sealer.seal(request) })
    // also for an existing mail: a crash may have lost its job
    await queue.add(id)
  }
  const notifyOne = async (event: DarsiEvent, notification: Notification): Promise<void> => {
    const { userId, notice: kind, isOptional, about, until, place } = notification
    // the mail about the erasure is the last one
    const isErased = async () => event.type !== 'user.deletion-requested' && (await erasures.isErased(userId))
    if (await isErased()) return
    const versioned = about ? { about, sequence: event.sequence } : {}
    const mail = isDemo && isHistory(event) ? null : mailOf(event, notification, links)
    if (mail && (!isOptional || (await preferences.wantsMail(userId))))
      await send(mail, { ...versioned, ...(until && { until }) })
    const id = noticeIdOf(event.id, userId === event.subject ? undefined : userId)
    if (kind)
      await notices.keep({
        ...{ _id: id, userId, kind, ...versioned, createdAt: new Date(event.time) },
        ...(place && { place }),
      })
    // erased meanwhile
    if (await isErased()) {
      await mails.erase(userId)
      await notices.erase(userId)
      return
    }
    if (!kind) return
    await publishLive([userId], { kind: 'notice', id })
    await push({ userId, noticeId: id, kind })
    await text({ userId, noticeId: id, kind })
  }

  return {
    notify: async (event: DarsiEvent): Promise<void> => {
      const spoken = await inOwnLanguages(event, preferences.languageOf)
      for (const notification of notificationsOf(spoken, links.support)) await notifyOne(event, notification)
    },

    /** Withdraws unsent mails and unread notices of the lesson's earlier events. */
    takeBack: async ({ data: { sessionId }, sequence }: LessonEvent): Promise<void> => {
      const about = aboutLesson(sessionId)
      await mails.takeBack(about, sequence)
      const from = await notices.takeBack(about, sequence, new Date())
      await publishLive(from, { kind: 'notice', id: sessionId })
    },
  }
}
