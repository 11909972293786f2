import { createHash, randomUUID } from 'node:crypto'
import { type QuietHours, usualQuietHours } from '@darsi/contracts/calls/notifications/push-api.ts'
import type { DarsiEvent } from '@darsi/contracts/events/events.ts'
import type { Language } from '@darsi/contracts/reference/languages.ts'
import type { Sealer } from '@darsi/kit/events/seal.ts'
import { createEndedReader } from '@darsi/kit/identity/revocations.ts'
import { collection } from '@darsi/kit/mongo/collection.ts'
import { insertOnce } from '@darsi/kit/mongo/mongo.ts'
import type { Redis } from 'ioredis'
import type { Connection } from 'mongoose'

/** A browser that gets push messages. It belongs to the session that registered it and ends with it. */
export type Device = {
  _id: string
  /** Digest of the endpoint: a browser is one device, whichever account is signed in. */
  endpointHash: string
  userId: string
  sessionId: string
  name: string
  language: Language
  /** Endpoint and keys of the browser, sealed. */
  sealed: string
  /** The key that the browser subscribed with. */
  publicKey: string
  createdAt: Date
  /** The end of the longest session. */
  expiresAt: Date
}
export type Subscription = { endpoint: string; p256dh: string; auth: string }
type NewDevice = Pick<
  Device,
  'userId' | 'sessionId' | 'name' | 'language' | 'publicKey' | 'createdAt' | 'expiresAt'
> & { subscription: Subscription }
type Quiet = { _id: string; quiet: QuietHours }

/** More are not kept for one account: the oldest gives way. */
const mostDevices = 10

export function createDeviceStore(connection: Connection, sealer: Sealer) {
  const devices = collection<Device>(connection, 'push-devices', [
    { key: { endpointHash: 1 }, unique: true },
    { key: { userId: 1, createdAt: 1 } },
    { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
  ])
  const quiet = collection<Quiet>(connection, 'push-quiet')
  const ofAccount = (userId: string): Promise<Device[]> =>
    devices.find({ userId, expiresAt: { $gt: new Date() } }, { sort: { createdAt: 1, _id: 1 } }).toArray()
  return {
    collection: devices,
    quietHours: quiet,
    ofAccount,
    all: (after: string, limit: number): Promise<Device[]> =>
      devices.find({ _id: { $gt: after } }, { sort: { _id: 1 }, limit }).toArray(),
    byId: (id: string): Promise<Device | null> =>
      devices.findOne({ _id: id, expiresAt: { $gt: new Date() } }),
    // `as`: sealed by `register`
    subscriptionOf: ({ sealed }: Pick<Device, 'sealed'>) => sealer.unseal(sealed) as Subscription,

    /** A browser that is registered already belongs to the new caller from now on. */
    register: async ({ subscription, ...device }: NewDevice): Promise<void> => {
      const endpointHash = createHash('sha256').update(subscription.endpoint).digest('base64url')
      const fields = { ...device, sealed: sealer.seal(subscription) }
      const update = () => devices.updateOne({ endpointHash }, { $set: fields })
      if ((await update()).matchedCount === 0) {
        // the same browser may have registered at the same moment
        const isNew = await insertOnce(devices, { _id: randomUUID(), endpointHash, ...fields })
        if (!isNew) await update()
      }
      const all = await ofAccount(device.userId)
      for (const { _id } of all.slice(0, -mostDevices)) await devices.deleteOne({ _id })
    },
    /** @param userId whose device it must be, where a person asks */
    remove: async (id: string, userId?: string): Promise<boolean> => {
      const removed = await devices.deleteOne({ _id: id, ...(userId !== undefined && { userId }) })
      return removed.deletedCount === 1
    },
    /**
     * Those that were registered until then: a repeated event leaves later ones.
     * @param except the session whose device stays
     */
    removeAll: async (userId: string, until: Date, except?: string): Promise<void> => {
      const others = except !== undefined && { sessionId: { $ne: except } }
      await devices.deleteMany({ userId, createdAt: { $lte: until }, ...others })
    },

    quietOf: async (userId: string): Promise<QuietHours> => {
      const found = await quiet.findOne({ _id: userId })
      return found ? found.quiet : usualQuietHours
    },
    setQuiet: async (userId: string, hours: QuietHours): Promise<void> => {
      await quiet.updateOne({ _id: userId }, { $set: { quiet: hours } }, { upsert: true })
    },
    erase: async (userId: string): Promise<void> => {
      await devices.deleteMany({ userId })
      await quiet.deleteOne({ _id: userId })
    },
  }
}

export type DeviceStore = ReturnType<typeof createDeviceStore>

/** Which devices belong to sessions that ended. */
export function createEndedDevices(redis: Redis): (devices: readonly Device[]) => Promise<Device[]> {
  const read = createEndedReader(redis)
  return (devices) =>
    read(devices, ({ sessionId, userId, createdAt }) => ({
      sessionId,
      userId,
      openedAt: createdAt.getTime(),
    }))
}

type EndingEvent = DarsiEvent<
  | 'user.suspended'
  | 'user.session-ended'
  | 'user.sessions-ended'
  | 'user.password-changed'
  | 'user.email-changed'
  | 'user.email-change-undone'
  | 'user.second-factor-changed'
  | 'user.reclaimed'
>

/** These events end sessions, and a device belongs to one. */
export const createEndDevices =
  (devices: Pick<DeviceStore, 'removeAll'>) =>
  async (event: EndingEvent): Promise<void> => {
    // a sign-in with a recovery code ends no session
    if (event.type === 'user.second-factor-changed' && event.data.change === 'recovery-used') return
    // the session that stays, in the events that have one
    const except = 'sessionId' in event.data ? event.data.sessionId : undefined
    await devices.removeAll(event.subject, new Date(event.time), except)
  }
