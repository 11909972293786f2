import type { DarsiEvent } from '@darsi/contracts/events/events.ts'
import { type Outbox, outboxIndex } from '@darsi/kit/events/outbox.ts'
import { project } from '@darsi/kit/events/projection.ts'
import { collection } from '@darsi/kit/mongo/collection.ts'
import { byTime, pageOf } from '@darsi/kit/mongo/page.ts'
import type { Connection } from 'mongoose'
import { changedFields } from '../stores/changed-fields.ts'
import type { CareRow, Moved } from './care-change.ts'

export type CareEvent = DarsiEvent<'care-change.requested' | 'care-change.agreed' | 'care-change.closed'>

export function createCareChangeStore(connection: Connection, outbox: Outbox) {
  const changes = collection<CareRow>(connection, 'carechanges', [
    { key: { askedAt: 1, _id: 1 } },
    { key: { status: 1, admin: 1 } },
    { key: { accountId: 1 } },
    { key: { by: 1 } },
    { key: { guardianId: 1 } },
    { key: { guardianIds: 1 } },
    outboxIndex,
  ])

  return {
    collection: changes,

    /** @param isErasing one of its people is erased, or about to be: no personal data is kept */
    project: ({ data, personal, ...event }: CareEvent, isErasing: boolean) => {
      const { kind, status, admin, accountId = null, guardianId = null, guardianIds, agreedBy, by } = data
      const isOver = isErasing || status !== 'waiting'
      const $set = {
        ...{ kind, status, admin, accountId, guardianId, guardianIds, agreedBy, by },
        // name and years of birth are needed only until the decision
        childName: isOver ? '' : personal.childName,
        from: isOver ? null : personal.from,
        to: isOver ? null : personal.to,
        askedAt: new Date(data.askedAt),
        notBefore: new Date(data.notBefore),
        expiresAt: new Date(data.expiresAt),
      }
      return project(changes, event.subject, event, { $set })
    },

    /** @returns the row as it is now, or null when there is none */
    update: (id: string, decide: (row: CareRow) => Moved): Promise<CareRow | null> =>
      outbox.update(changes, id, (found) => {
        const { changed, event } = decide(found)
        return { update: { $set: changedFields(found, changed) }, event }
      }),

    page: ({ status, limit, cursor }: { status: string; limit: number; cursor?: string | undefined }) =>
      pageOf(changes, {
        filter: status === 'all' ? {} : waitingChanges,
        order: byTime('askedAt', 1),
        limit,
        cursor,
      }),

    erase: async (userId: string): Promise<void> => {
      const about = {
        $or: [{ by: userId }, { guardianId: userId }, { accountId: userId }, { guardianIds: userId }],
      }
      const blank = { $set: { childName: '', from: null, to: null, review: null } }
      await changes.updateMany(about, blank)
    },
  }
}

export type CareChangeStore = ReturnType<typeof createCareChangeStore>

/** `awaitsReview` as a filter. */
export const waitingChanges = {
  status: 'waiting' as const,
  admin: 'waiting',
  $expr: { $ne: ['$review.askedAt', '$askedAt'] },
}
