import { dayMs } from '@darsi/contracts/reference/tunis-time.ts'
import { collection, type Filter } from '@darsi/kit/mongo/collection.ts'
import { insertOnce } from '@darsi/kit/mongo/mongo.ts'
import type { Connection } from 'mongoose'
import type { NoticeKind } from '../mails/texts.ts'
import type { DeviceStore } from './device-store.ts'

/** One push message to one device: pending until it was handed to the push service, or given up. */
export type Push = {
  _id: string
  userId: string
  deviceId: string
  noticeId: string
  kind: string
  state: 'pending' | 'sent' | 'dropped'
  attempt: number
  /** When it is due; of one that is being sent, when its worker counts as dead. */
  retryAt: Date
  createdAt: Date
  reason: string
}

/** What is older than a day is no news; the bell still shows it. */
export const pushLifeMs = dayMs
const keepSeconds = (8 * pushLifeMs) / 1000
const leaseMs = 30_000

export function createPushStore(connection: Connection) {
  const pushes = collection<Push>(connection, 'pushes', [
    { key: { state: 1, retryAt: 1 } },
    { key: { userId: 1 } },
    // longer than the topics keep events, so that a repeated event sends nothing again
    { key: { createdAt: 1 }, expireAfterSeconds: keepSeconds },
  ])
  return {
    collection: pushes,
    keep: async (
      push: Pick<Push, 'userId' | 'deviceId' | 'noticeId' | 'kind' | 'createdAt'>,
    ): Promise<void> => {
      const fresh = { state: 'pending' as const, attempt: 0, retryAt: push.createdAt, reason: '' }
      await insertOnce(pushes, { _id: `${push.noticeId}-${push.deviceId}`, ...push, ...fresh })
    },
    /** Takes the next due message for one attempt; another worker gets it only after the lease. */
    claim: (now: Date): Promise<Push | null> => {
      const due: Filter<Push> = { state: 'pending', retryAt: { $lte: now } }
      const taken = { $set: { retryAt: new Date(now.getTime() + leaseMs) }, $inc: { attempt: 1 } }
      return pushes.findOneAndUpdate(due, taken, { sort: { retryAt: 1 }, returnDocument: 'after' })
    },
    settle: async ({ _id, attempt }: Push, state: 'sent' | 'dropped', reason = ''): Promise<void> => {
      await pushes.updateOne({ _id, attempt }, { $set: { state, reason } })
    },
    postpone: async ({ _id, attempt }: Push, retryAt: Date, reason: string): Promise<void> => {
      await pushes.updateOne({ _id, attempt }, { $set: { retryAt, reason } })
    },
    /** Whether the pending messages of a restored backup were sent is not known. */
    dropRestored: async (restoredAt: Date): Promise<void> => {
      const restored: Filter<Push> = { state: 'pending', createdAt: { $lte: restoredAt } }
      await pushes.updateMany(restored, { $set: { state: 'dropped', reason: 'restored' } })
    },
    erase: async (userId: string): Promise<void> => {
      await pushes.deleteMany({ userId })
    },
  }
}

export type PushStore = ReturnType<typeof createPushStore>

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
