import type { NoticeKind } from '../mails/texts.ts'
import type { DeviceStore } from './device-store.ts'
import type { PushStore } from './push-store.ts'

export type Noticed = { userId: string; noticeId: string; kind: NoticeKind }
export type QueuePush = (notice: Noticed) => Promise<void>

/** Queues one push message for each device of an account. The id names notice and device: a repeated event adds none. */
export const createQueuePush =
  (devices: Pick<DeviceStore, 'ofAccount'>, pushes: Pick<PushStore, 'keep'>, now: () => Date): QueuePush =>
  async ({ userId, noticeId, kind }) => {
    const createdAt = now()
    for (const { _id: deviceId } of await devices.ofAccount(userId))
      await pushes.keep({ userId, deviceId, noticeId, kind, createdAt })
  }
