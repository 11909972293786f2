import type { Quota } from '@darsi/contracts/connections-api.ts'
import { inserted } from '@darsi/kit/mongo.ts'
import { indexOutbox, type Outbox, type Outboxed, outboxFields } from '@darsi/kit/outbox.ts'
import { problem } from '@darsi/kit/problem.ts'
import { type Connection, Schema } from 'mongoose'
import type { Profile } from '../profile.ts'

type Status = NonNullable<Quota['upgrade']>['status']
/** A teacher's wish for an unlimited number of connections; the id is the teacher's. */
export type Upgrade = { _id: string; status: Status; at: Date }

/** product.md §5: what a free teacher holds, pending and approved together. */
export const freePlaces = 5

export function upgradeStore(connection: Connection, outbox: Outbox) {
  const schema = new Schema(
    {
      _id: { type: String, required: true },
      status: { type: String, required: true },
      at: { type: Date, required: true },
      ...outboxFields,
    },
    { versionKey: false },
  )
  indexOutbox(schema)
  const model = connection.model<Upgrade & Outboxed>('upgrade', schema)
  const find = (teacherId: string) => model.findById(teacherId).lean<Upgrade>()

  return {
    model,
    find,

    places: async (teacherId: string): Promise<number | null> =>
      (await find(teacherId))?.status === 'granted' ? null : freePlaces,

    /** Once, and again only after a refusal. @throws problem `upgrade-open` */
    request: async ({ _id, email, fullName, language }: Profile, reason: string, at: Date): Promise<void> => {
      const event = {
        type: 'upgrade.requested' as const,
        data: { teacherId: _id, at: at.toISOString() },
        personal: { email, fullName, language, reason },
      }
      if (await inserted(outbox.insert(model, { _id, status: 'open', at }, event))) return
      await outbox.update(model, _id, ({ status }) => {
        if (status !== 'refused') throw problem('upgrade-open')
        return { update: { $set: { status: 'open', at } }, event }
      })
    },

    /** An administrator's decision on the request of that time; a repeated or late one changes nothing. */
    decide: async (teacherId: string, requestedAt: Date, status: Exclude<Status, 'open'>): Promise<void> => {
      const open = { _id: teacherId, status: 'open', at: requestedAt }
      await model.collection.updateOne(open as never, { $set: { status } } as never)
    },

    erase: async (teacherId: string): Promise<void> => {
      await model.collection.deleteOne({ _id: teacherId } as never)
    },
  }
}

export type UpgradeStore = ReturnType<typeof upgradeStore>
