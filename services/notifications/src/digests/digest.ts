import type { Language } from '@darsi/contracts/reference/languages.ts'
import { messageNoticeId } from '@darsi/contracts/rules/notice-id.ts'
import { noticeAddress } from '@darsi/contracts/rules/notice-place.ts'
import type { Sealer } from '@darsi/kit/events/seal.ts'
import type { Log } from '@darsi/kit/observability/log.ts'
import { repeat } from '@darsi/kit/repeat.ts'
import type { Erasures } from '../erasure-store.ts'
import { type MailRequest, pageOf } from '../mails/mail-of.ts'
import type { MailStore } from '../mails/mail-store.ts'
import { oneLine } from '../mails/one-line.ts'
import type { MailQueue } from '../mails/queue.ts'
import { texts } from '../mails/texts.ts'
import type { PreferenceStore } from '../preferences/preference-store.ts'
import type { QueuePush } from '../push/queue-push.ts'
import type { Unread, UnreadStore } from './unread-store.ts'

/** Recipient of the mail of a quiet period, and the sender of its newest message; empty when that account is erased. */
export type Waiting = { email: string; fullName: string; language: Language; from: string }

type Parts = {
  unread: UnreadStore
  preferences: Pick<PreferenceStore, 'wantsMail' | 'languageOf'>
  mails: Pick<MailStore, 'keep' | 'erase'>
  erasures: Pick<Erasures, 'isErased'>
  queue: Pick<MailQueue, 'add'>
  sealer: Sealer
  links: { publicUrl: string; support: string }
  push: QueuePush
}

/**
 * Creates the push messages and mails that are due at `now`. Their ids contain the period, so two processes create one;
 * after a crash the period is still due.
 */
export function createDigest(parts: Parts) {
  const { unread, preferences, mails, erasures, queue, sealer, links, push } = parts
  const remind = async (period: Unread): Promise<void> => {
    // `as`: sealed by events.ts
    const waiting = period.sealed ? (sealer.unseal(period.sealed) as Waiting) : null
    const { userId } = period
    if (waiting && !(await erasures.isErased(userId)) && (await preferences.wantsMail(userId))) {
      const language = (await preferences.languageOf(userId)) ?? waiting.language
      const request = mailTo({ ...waiting, language }, period, links)
      const { id: _id, kind } = request
      await mails.keep({ _id, kind, userId, sealed: sealer.seal(request) })
      // erased meanwhile
      if (await erasures.isErased(userId)) await mails.erase(userId)
      else await queue.add(_id)
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
