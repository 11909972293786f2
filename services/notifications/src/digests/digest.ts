import { messageNoticeId } from '@darsi/contracts/rules/notice-id.ts'
import { noticeAddress } from '@darsi/contracts/rules/notice-place.ts'
import type { Log } from '@darsi/kit/observability/log.ts'
import { repeat } from '@darsi/kit/repeat.ts'
import type { Erasures } from '../erasure-store.ts'
import { type MailRequest, pageOf } from '../mails/mail-request.ts'
import type { Mailer } from '../mails/mailer.ts'
import { oneLine } from '../mails/one-line.ts'
import { texts } from '../mails/texts.ts'
import type { PreferenceStore } from '../preferences/preference-store.ts'
import type { QueuePush } from '../push/push-store.ts'
import type { Unread, UnreadStore, Waiting } from './unread-store.ts'

type Parts = {
  unread: UnreadStore
  preferences: Pick<PreferenceStore, 'wantsMail' | 'languageOf'>
  mailer: Pick<Mailer, 'send'>
  erasures: Pick<Erasures, 'isErased'>
  links: { publicUrl: string; support: string }
  push: QueuePush
}

/**
 * Creates the push messages and mails that are due at `now`. Their ids contain the period, so two processes create one;
 * after a crash the period is still due.
 */
export function createDigest({ unread, preferences, mailer, erasures, links, push }: Parts) {
  const remind = async (period: Unread): Promise<void> => {
    const { userId, sealed } = period
    const waiting = sealed ? unread.waitingOf({ sealed }) : null
    if (waiting && !(await erasures.isErased(userId)) && (await preferences.wantsMail(userId))) {
      const language = (await preferences.languageOf(userId)) ?? waiting.language
      await mailer.send(mailTo({ ...waiting, language }, period, links))
    }
    await unread.settle(period)
  }
  // the notice of the period is its id: however many messages follow, a device gets one push message
  const nudge = async (period: Unread): Promise<void> => {
    const { threadId, userId, first } = period
    if (first !== null)
      await push({ userId, noticeId: messageNoticeId(threadId, userId, first), kind: 'message-received' })
    await unread.settlePush(period)
  }
  return async (now: Date): Promise<void> => {
    for (const period of await unread.duePushes(now)) await nudge(period)
    for (const period of await unread.due(now)) await remind(period)
  }
}

function mailTo(
  { email, fullName, language, from }: Waiting,
  { threadId, userId, first }: Unread,
  { publicUrl, support }: Parts['links'],
): MailRequest {
  const name = oneLine(fullName)
  return {
    id: `messages-waiting-${userId}-${threadId}-${first}`,
    userId,
    kind: 'messages-waiting',
    language,
    to: { name: '', address: email },
    params: { name, from: oneLine(from) || texts[language].unnamed, support },
    link: pageOf(publicUrl)(noticeAddress('message-received', { thread: threadId }), language),
    isOptional: true,
  }
}

const everyMs = 20_000

export const startDigests = (
  digest: (now: Date) => Promise<void>,
  { log, now }: { log: Pick<Log, 'warn'>; now: () => Date },
) =>
  repeat({ everyMs, work: () => digest(now()), log, failed: 'no mails or push messages of unread messages' })
