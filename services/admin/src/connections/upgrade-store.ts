import type { DarsiEvent } from '@darsi/contracts/events/events.ts'
import { type Outbox, outboxIndex } from '@darsi/kit/events/outbox.ts'
import { project } from '@darsi/kit/events/projection.ts'
import { collection } from '@darsi/kit/mongo/collection.ts'
import { byTime, pageOf } from '@darsi/kit/mongo/page.ts'
import type { Connection } from 'mongoose'
import { changedFields } from '../stores/changed-fields.ts'
import type { Moved, UpgradeRow } from './upgrade.ts'

/** Upgrade requests by teacher; a new request after a refusal opens the row again. */
export function createUpgradeStore(connection: Connection, outbox: Outbox) {
  const upgrades = collection<UpgradeRow>(connection, 'upgrades', [
    { key: { requestedAt: 1, _id: 1 } },
    outboxIndex,
  ])

  return {
    collection: upgrades,

    project: async (event: DarsiEvent<'upgrade.requested'>): Promise<void> => {
      const { fullName: teacherName, reason } = event.personal
      const requestedAt = new Date(event.data.at)
      // of the person before, and late: topics may arrive in any order
      if (await upgrades.findOne({ _id: event.subject, reclaimedAt: { $gte: requestedAt } })) return
      await project(upgrades, event.subject, event, {
        $set: { status: 'open', teacherName, reason, review: null, requestedAt },
      })
    },

    /** @returns the row as it is now, or null when there is none */
    update: (id: string, decide: (row: UpgradeRow) => Moved): Promise<UpgradeRow | null> =>
      outbox.update(upgrades, id, (found) => {
        const { changed, event } = decide(found)
        return { update: { $set: changedFields(found, changed) }, event }
      }),

    page: ({ status, limit, cursor }: { status: string; limit: number; cursor?: string | undefined }) => {
      return pageOf(upgrades, {
        filter: { ...listedUpgrades, ...(status === 'all' ? {} : { status }) },
        order: byTime('requestedAt', 1),
        limit,
        cursor,
      })
    },

    erase: async (teacherId: string, at: Date): Promise<void> => {
      await upgrades.updateOne({ _id: teacherId }, { $set: { ...blank, erasedAt: at } })
    },

    /** Removes the request that another person made before the takeover; a later one is the owner's. May be repeated. */
    reclaim: async (teacherId: string, at: Date): Promise<void> => {
      await upgrades.updateOne({ _id: teacherId }, { $max: { reclaimedAt: at } }, { upsert: true })
      const before = { _id: teacherId, requestedAt: { $lte: at } }
      await upgrades.updateOne(before, { $set: blank, $unset: { requestedAt: 1 } })
    },
  }
}

export type UpgradeStore = ReturnType<typeof createUpgradeStore>

const blank = { teacherName: '', reason: '', review: null }

const listedUpgrades = { erasedAt: null, requestedAt: { $exists: true } }

export const openUpgrades = { ...listedUpgrades, status: 'open' as const }
