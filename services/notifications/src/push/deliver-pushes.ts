import { hourMs } from '@darsi/contracts/reference/tunis-time.ts'
import type { Log } from '@darsi/kit/observability/log.ts'
import { repeat } from '@darsi/kit/repeat.ts'
import type { NoticeStore } from '../notices/notice-store.ts'
import type { PreferenceStore } from '../preferences/preference-store.ts'
import { workOff } from '../work-off.ts'
import type { Device, DeviceStore } from './device-store.ts'
import { type Push, type PushStore, pushLifeMs } from './push-store.ts'
import { pushMessage } from './push-text.ts'
import type { PushTransport } from './push-transport.ts'
import { quietUntil } from './quiet-hours.ts'

type PushParts = {
  devices: DeviceStore
  pushes: PushStore
  notices: Pick<NoticeStore, 'collection'>
  preferences: Pick<PreferenceStore, 'languageOf'>
  transport: PushTransport
  /** Those of the devices whose session has ended. */
  endedAmong: (devices: readonly Device[]) => Promise<Device[]>
}
type Surroundings = { log: Pick<Log, 'warn'>; now: () => Date }

const atOnce = 5
const firstDelayMs = 10_000
const longestDelayMs = hourMs
const everyMs = 2000
const sessionsEveryMs = 60_000

/** Sends what is due. Mails have a queue of their own: a push service that does not answer delays none of them. */
export async function deliverPushes(
  parts: PushParts,
  surroundings: Surroundings,
  isStopping = () => false,
): Promise<void> {
  await workOff({
    atOnce,
    claim: async () => (isStopping() ? null : parts.pushes.claim(surroundings.now())),
    handle: (push) => attempt(parts, push, surroundings),
  })
}

async function attempt(parts: PushParts, push: Push, { log, now: clock }: Surroundings): Promise<void> {
  const { devices, pushes, transport } = parts
  const now = clock()
  const device = await devices.byId(push.deviceId)
  if (device?.userId !== push.userId) return pushes.settle(push, 'dropped', 'no device')
  if ((await parts.endedAmong([device])).length > 0) {
    await devices.remove(device._id)
    return pushes.settle(push, 'dropped', 'session ended')
  }
  if (now.getTime() - push.createdAt.getTime() > pushLifeMs) return pushes.settle(push, 'dropped', 'too old')
  const notice = await parts.notices.collection.findOne({ _id: push.noticeId })
  if (!notice || notice.readAt || notice.takenBackAt) return pushes.settle(push, 'dropped', 'read')
  const quiet = quietUntil(now, await devices.quietOf(push.userId))
  if (quiet) return pushes.postpone(push, quiet, 'quiet hours')
  const language = (await parts.preferences.languageOf(push.userId)) ?? device.language
  const message = pushMessage(push.kind, language, notice.place)
  const outcome = await transport.send(
    devices.subscriptionOf(device),
    device.publicKey,
    JSON.stringify(message),
    message.tag,
  )
  if (outcome.kind === 'sent') return pushes.settle(push, 'sent')
  if (outcome.kind === 'gone' || outcome.kind === 'key-retired') await devices.remove(device._id)
  if (outcome.kind !== 'later') return pushes.settle(push, 'dropped', outcome.kind)
  log.warn({ push: push._id, reason: outcome.reason }, 'push message not sent')
  const delayMs = outcome.afterMs ?? firstDelayMs * 4 ** Math.min(push.attempt - 1, 10)
  await pushes.postpone(push, new Date(now.getTime() + Math.min(delayMs, longestDelayMs)), outcome.reason)
}

/** Removes the devices of sessions that ended: by a sign-out, an expiry, an administrator. */
export async function removeEnded({
  devices,
  endedAmong,
}: Pick<PushParts, 'devices' | 'endedAmong'>): Promise<void> {
  const batch = 500
  for (let after = ''; ; ) {
    const found = await devices.all(after, batch)
    for (const { _id } of await endedAmong(found)) await devices.remove(_id)
    const last = found.at(-1)
    if (!last) return
    after = last._id
  }
}

export function startPushes(parts: PushParts, surroundings: Surroundings): () => Promise<unknown> {
  const { log } = surroundings
  const stops = [
    repeat({
      everyMs,
      work: (isStopping) => deliverPushes(parts, surroundings, isStopping),
      log,
      failed: 'push messages not sent',
    }),
    repeat({
      everyMs: sessionsEveryMs,
      work: () => removeEnded(parts),
      log,
      failed: 'devices not looked through',
    }),
  ]
  return () => Promise.all(stops.map((stop) => stop()))
}
