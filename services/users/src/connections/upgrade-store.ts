import type { Quota } from '@darsi/contracts/calls/users/connections-api.ts'
import { type Outbox, type Outboxed, outboxIndex } from '@darsi/kit/events/outbox.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { collection } from '@darsi/kit/mongo/collection.ts'
import { inserted } from '@darsi/kit/mongo/mongo.ts'
import type { Connection } from 'mongoose'
import type { Profile } from '../profiles/profile.ts'

type Status = NonNullable<Quota['upgrade']>['status']
/** A teacher's request for an unlimited number of connections; the id is the teacher's. */
type Upgrade = Outboxed & {
  /** Null: another person made the request, before the owner of the address took the account over. */
  status: Status | null
  at: Date
}

/** product.md §5: the learners of a free teacher. */
export const freePlaces = 5

/** @param placesChanged called after a decision on the number of a teacher's places */
export function createUpgradeStore(
  database: Connection,
  outbox: Outbox,
  placesChanged: (teacherId: string) => Promise<void>,
) {
  const upgrades = collection<Upgrade>(database, 'upgrades', [outboxIndex])
  const find = (teacherId: string) => upgrades.findOne({ _id: teacherId })

  return {
    collection: upgrades,
    find,

    /** Null for an unlimited teacher. */
    places: async (teacherId: string): Promise<number | null> =>
      (await find(teacherId))?.status === 'granted' ? null : freePlaces,

    /** Once, and again only after a refusal or a reset. @throws problem `upgrade-open` */
    request: async ({ _id, email, fullName, language }: Profile, reason: string, at: Date): Promise<void> => {
      const event = {
        type: 'upgrade.requested' as const,
        data: { teacherId: _id, at: at.toISOString() },
        personal: { email, fullName, language, reason },
      }
      if (await inserted(outbox.insert(upgrades, { _id, status: 'open', at }, event))) return
      await outbox.update(upgrades, _id, ({ status }) => {
        if (status !== null && status !== 'refused') throw problem('upgrade-open')
        return { update: { $set: { status: 'open' as const, at } }, event }
      })
    },

    /** An administrator's decision on the request of that time; a repeated or late one changes nothing. */
    decide: async (teacherId: string, requestedAt: Date, status: Exclude<Status, 'open'>): Promise<void> => {
      await upgrades.updateOne({ _id: teacherId, status: 'open', at: requestedAt }, { $set: { status } })
      await placesChanged(teacherId)
    },

    /** Not a deletion: the event of a new document would have the id of the first one, which receivers ignore. */
    reset: async (teacherId: string): Promise<void> => {
      await upgrades.updateOne({ _id: teacherId }, { $set: { status: null } })
    },

    erase: async (teacherId: string): Promise<void> => {
      await upgrades.deleteOne({ _id: teacherId })
    },
  }
}

export type UpgradeStore = ReturnType<typeof createUpgradeStore>
