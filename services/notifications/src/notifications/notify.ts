import type { DarsiEvent } from '@darsi/contracts/events/events.ts'
import { noticeIdOf } from '@darsi/contracts/rules/notice-id.ts'
import type { Erasures } from '../erasure-store.ts'
import type { Links } from '../mails/mail-request.ts'
import type { Mailer } from '../mails/mailer.ts'
import type { NoticeStore } from '../notices/notice-store.ts'
import { inOwnLanguages } from '../preferences/own-language.ts'
import type { PreferenceStore } from '../preferences/preference-store.ts'
import type { Noticed } from '../push/queue-push.ts'
import type { PublishLive } from '../streams/live.ts'
import { isHistory } from './history.ts'
import { aboutLesson } from './lesson.ts'
import { mailOf } from './mail-of.ts'
import type { Notification } from './notification.ts'
import { notificationsOf } from './table.ts'

type NotifyParts = {
  mailer: Mailer
  notices: NoticeStore
  preferences: Pick<PreferenceStore, 'wantsMail' | 'languageOf'>
  erasures: Pick<Erasures, 'isErased'>
  /** Reloads the bell of open pages, and queues push and text messages. */
  announce: (notice: Noticed) => Promise<void>
  /** Of a demo's invented history only notices are made, no mails. */
  site: Links & { isDemo: boolean }
}

type LessonEvent = DarsiEvent<
  'session.booked' | 'session.proposed' | 'session.moved' | 'session.cancelled' | 'session.held'
>

/** Creates the notices and mails of an event. All ids derive from the event's, so a repeated event adds none. */
export function createNotify({ mailer, notices, preferences, erasures, announce, site }: NotifyParts) {
  const notifyOne = async (event: DarsiEvent, notification: Notification): Promise<void> => {
    const { userId, notice: kind, isOptional, about, until, place } = notification
    // the mail about the erasure is the last one
    const isErased = async () => event.type !== 'user.deletion-requested' && (await erasures.isErased(userId))
    if (await isErased()) return
    const versioned = about ? { about, sequence: event.sequence } : {}
    const mail = site.isDemo && isHistory(event) ? null : mailOf(event, notification, site)
    if (mail && (!isOptional || (await preferences.wantsMail(userId))))
      await mailer.send(mail, { ...versioned, ...(until && { until }) })
    const id = noticeIdOf(event.id, userId === event.subject ? undefined : userId)
    if (kind)
      await notices.keep({
        ...{ _id: id, userId, kind, ...versioned, createdAt: new Date(event.time) },
        ...(place && { place }),
      })
    // erased meanwhile
    if (await isErased()) return notices.erase(userId)
    if (kind) await announce({ userId, noticeId: id, kind })
  }

  return async (event: DarsiEvent): Promise<void> => {
    const spoken = await inOwnLanguages(event, preferences.languageOf)
    for (const notification of notificationsOf(spoken, site.support)) await notifyOne(event, notification)
  }
}

type TakeBackParts = {
  mailer: Pick<Mailer, 'takeBack'>
  notices: Pick<NoticeStore, 'takeBack'>
  publishLive: PublishLive
}

/** Withdraws unsent mails and unread notices of the lesson's earlier events. */
export const createTakeBack =
  ({ mailer, notices, publishLive }: TakeBackParts) =>
  async ({ data: { sessionId }, sequence }: LessonEvent): Promise<void> => {
    const about = aboutLesson(sessionId)
    await mailer.takeBack(about, sequence)
    const from = await notices.takeBack(about, sequence, new Date())
    await publishLive(from, { kind: 'notice', id: sessionId })
  }
