import { randomInt } from 'node:crypto'
import type { Log } from '@darsi/kit/observability/log.ts'
import { repeat } from '@darsi/kit/repeat.ts'
import type { NoticeStore } from '../notices/notice-store.ts'
import type { PreferenceStore } from '../preferences/preference-store.ts'
import type { DeviceStore } from '../push/device-store.ts'
import { quietUntil } from '../push/quiet-hours.ts'
import { workOff } from '../work-off.ts'
import { codeLifeMs, type SmsNumberStore } from './sms-number-store.ts'
import type { Sms, SmsStore } from './sms-store.ts'
import { smsCodeText, smsGroup, smsLifeMs, smsText } from './sms-text.ts'
import type { SmsTransport, TextMessage } from './sms-transport.ts'

type SmsParts = {
  numbers: SmsNumberStore
  sms: SmsStore
  notices: Pick<NoticeStore, 'collection'>
  preferences: Pick<PreferenceStore, 'languageOf'>
  devices: Pick<DeviceStore, 'quietOf'>
  transport: SmsTransport
}
type Surroundings = { log: Pick<Log, 'warn'>; now: () => Date }

/** Limit per person and day: each message costs the operator money, and people switch off too many messages. */
export const mostADay = 8
const atOnce = 3
const everyMs = 2000
const firstDelayMs = 15_000
const longestDelayMs = 15 * 60_000

/** Sends what is due. The queue is the database's, as that of push messages. */
export async function deliverSms(
  parts: SmsParts,
  surroundings: Surroundings,
  isStopping = () => false,
): Promise<void> {
  await workOff({
    atOnce,
    claim: async () => (isStopping() ? null : parts.sms.claim(surroundings.now())),
    handle: (text) => attempt(parts, text, surroundings),
  })
}

type Decision = { message: TextMessage } | { drop: string } | { wait: Date }

async function attempt(parts: SmsParts, text: Sms, { log, now }: Surroundings): Promise<void> {
  const { sms, transport } = parts
  const decision = await (text.kind === 'code'
    ? codeMessage(parts, text, now())
    : newsMessage(parts, text, now()))
  if ('drop' in decision) return sms.settle(text, 'dropped', decision.drop)
  if ('wait' in decision) return sms.postpone(text, decision.wait, 'quiet hours')
  if (!(await sms.begin(text, now()))) return
  // counted after it began, so that two at once cannot both be the last one of the day
  if (
    text.kind !== 'code' &&
    (await sms.newsOfDay(text.userId, now(), ['sending', 'sent', 'unknown'])) > mostADay
  )
    return sms.postpone(text, new Date(now().getTime() + randomInt(1000, 10_000)), 'others on their way')
  const outcome = await transport.send(decision.message)
  if (outcome.kind === 'sent') return sms.settle(text, 'sent')
  log.warn({ text: text._id, outcome: outcome.kind, reason: outcome.reason }, 'text message not sent')
  if (outcome.kind !== 'later')
    return sms.settle(text, outcome.kind === 'refused' ? 'dropped' : 'unknown', outcome.reason)
  const delayMs = outcome.afterMs ?? firstDelayMs * 3 ** Math.min(text.attempt - 1, 6)
  await sms.postpone(text, new Date(now().getTime() + Math.min(delayMs, longestDelayMs)), outcome.reason)
}

async function codeMessage({ sms, numbers, preferences }: SmsParts, text: Sms, now: Date): Promise<Decision> {
  const code = sms.codeOf(text)
  const number = await numbers.find(text.userId)
  // another number was entered meanwhile, or the switch was turned off
  if (!code || !number || numbers.phoneOf(number) !== code.phone) return { drop: 'number changed' }
  if (isOlder(text, codeLifeMs, now)) return { drop: 'too old' }
  const language = (await preferences.languageOf(text.userId)) ?? number.language
  return { message: { to: code.phone, text: smsCodeText(code.code, language), reference: text._id } }
}

async function newsMessage(parts: SmsParts, text: Sms, now: Date): Promise<Decision> {
  const { sms, numbers, notices, preferences, devices } = parts
  const { userId, noticeId, kind, _id: reference } = text
  const number = await numbers.find(userId)
  const group = smsGroup(kind)
  if (!number?.provenAt || !group) return { drop: 'off' }
  if (isOlder(text, smsLifeMs(group), now)) return { drop: 'too old' }
  const notice = await notices.collection.findOne({ _id: noticeId ?? '' })
  if (!notice || notice.readAt || notice.takenBackAt) return { drop: 'read' }
  const quiet = quietUntil(now, await devices.quietOf(userId))
  if (quiet) return { wait: quiet }
  if ((await sms.newsOfDay(userId, now, ['sent', 'unknown'])) >= mostADay) return { drop: 'too many' }
  const language = (await preferences.languageOf(userId)) ?? number.language
  return { message: { to: numbers.phoneOf(number), text: smsText(group, language), reference } }
}

const isOlder = ({ createdAt }: Sms, lifeMs: number, now: Date) =>
  now.getTime() - createdAt.getTime() > lifeMs

export const startSms = (parts: SmsParts, surroundings: Surroundings): (() => Promise<unknown>) =>
  repeat({
    everyMs,
    work: (isStopping) => deliverSms(parts, surroundings, isStopping),
    log: surroundings.log,
    failed: 'text messages not sent',
  })
