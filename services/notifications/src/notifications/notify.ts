import type { DarsiEvent } from '@darsi/contracts/events/events.ts'
import { tunisDay } from '@darsi/contracts/reference/tunis-time.ts'
import { noticeIdOf } from '@darsi/contracts/rules/notice-id.ts'
import type { Erasures } from '../erasure-store.ts'
import type { Links } from '../mails/mail-request.ts'
import type { Mailer } from '../mails/mailer.ts'
import type { NoticeStore } from '../notices/notice-store.ts'
import { inOwnLanguages } from '../preferences/own-language.ts'
import type { PreferenceStore } from '../preferences/preference-store.ts'
import type { Noticed } from '../push/push-store.ts'
import type { PublishLive } from '../streams/live.ts'
import { isHistory } from './history.ts'
import { aboutLesson } from './lesson.ts'
import { mailOf } from './mail-of.ts'
import { causeOf, type NewsBudget } from './news-budget.ts'
import type { Notification } from './notification.ts'
import { notificationsOf } from './table.ts'

type NotifyParts = {
  /** What sends mails, and how many of them one account may cause. */
  post: { mailer: Mailer; budget: NewsBudget }
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
export function createNotify(parts: NotifyParts) {
  const { notices, preferences, erasures, announce, site } = parts
  const { mailer, budget } = parts.post
  /** @returns the mail to send, and whether devices are told; over the budget one mail a day says that there is more */
  const withinBudget = async (event: DarsiEvent, notification: Notification) => {
    const { userId, to } = notification
    const mail = site.isDemo && isHistory(event) ? null : mailOf(event, notification, site)
    const by = causeOf(event, notification)
    if (!by || (mail && (await mailer.isKept(mail.id)))) return { mail, isTold: true }
    // a repeated event uses up nothing, and does not send the mail that was refused before
    if (await notices.isKept(noticeOf(event, userId))) return { mail: null, isTold: mail === null }
    const at = new Date(event.time)
    if (await budget.take(by, userId, at)) return { mail, isTold: true }
    const more = mail && mailOf(event, { userId, to, mail: 'more-news', isOptional: true }, site)
    return { mail: more && { ...more, id: `more-news-${userId}-${by}-${tunisDay(at)}` }, isTold: false }
  }

  const notifyOne = async (event: DarsiEvent, notification: Notification): Promise<void> => {
    const { userId, notice: kind, isOptional, about, until, place } = notification
    // the mail about the erasure is the last one
    const isErased = async () => event.type !== 'user.deletion-requested' && (await erasures.isErased(userId))
    if (await isErased()) return
    const versioned = about ? { about, sequence: event.sequence } : {}
    const { mail, isTold } = await withinBudget(event, notification)
    if (mail && (!isOptional || (await preferences.wantsMail(userId))))
      await mailer.send(mail, { ...versioned, ...(until && { until }) })
    const id = noticeOf(event, userId)
    if (kind)
      await notices.keep({
        ...{ _id: id, userId, kind, ...versioned, createdAt: new Date(event.time) },
        ...(place && { place }),
      })
    // erased meanwhile
    if (await isErased()) return notices.erase(userId)
    if (kind && isTold) await announce({ userId, noticeId: id, kind })
  }

  return async (event: DarsiEvent): Promise<void> => {
    const spoken = await inOwnLanguages(event, preferences.languageOf)
    for (const notification of notificationsOf(spoken, site.support)) await notifyOne(event, notification)
  }
}

const noticeOf = (event: DarsiEvent, userId: string): string =>
  noticeIdOf(event.id, userId === event.subject ? undefined : userId)

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
