import { type Outbox, outboxIndex } from '@darsi/kit/events/outbox.ts'
import { project } from '@darsi/kit/events/projection.ts'
import { collection, type Filter } from '@darsi/kit/mongo/collection.ts'
import type { Connection } from 'mongoose'
import { changedFields } from '../stores/changed-fields.ts'
import { type ConnectionEvent, type ConnectionRow, momentOf, rowOf } from './connection-row.ts'
import type { Moved } from './review.ts'

export type ConnectionStore = ReturnType<typeof createConnectionStore>

export function createConnectionStore(connection: Connection, outbox: Outbox) {
  const rows = collection<ConnectionRow>(connection, 'connections', [
    { key: { requestedAt: -1, _id: -1 } },
    { key: { pressing: -1, requestedAt: 1, _id: 1 } },
    { key: { status: 1, requestedAt: -1 } },
    { key: { teacherId: 1 } },
    { key: { studentId: 1 } },
    { key: { childId: 1 } },
    { key: { guardianIds: 1 } },
    { key: { approvedAt: 1 }, sparse: true },
    { key: { declinedAt: 1 }, sparse: true },
    outboxIndex,
  ])
  const eraseNotes = async (filter: Filter<ConnectionRow>): Promise<void> => {
    const reviewed = { $and: [filter, { 'review.notes': { $exists: true } }] }
    await rows.updateMany(reviewed, { $set: { 'review.notes': '' } })
  }
  return {
    collection: rows,

    /** @param isErasing one of its people is erased, or about to be: no personal data is kept */
    project: async (event: ConnectionEvent, isErasing: boolean): Promise<void> => {
      const $set = { ...rowOf(event, isErasing), ...momentOf(event) }
      await project(rows, event.subject, event, { $set })
      if (isErasing) await eraseNotes({ _id: event.subject })
    },

    /** @returns the row as it is now, or null when there is none */
    update: (id: string, decide: (row: ConnectionRow) => Moved): Promise<ConnectionRow | null> =>
      outbox.update(rows, id, (found) => {
        const { changed, event } = decide(found)
        return { update: { $set: changedFields(found, changed) }, event }
      }),

    /** Removes everything that a person wrote, and all names. */
    erase: async (userId: string): Promise<void> => {
      const filter = { $or: [{ teacherId: userId }, { studentId: userId }, { guardianIds: userId }] }
      const blank = {
        ...{ teacherName: '', studentName: '', message: '', note: '', searchText: '' },
        guardianIds: [],
      }
      // first: the other update empties `guardianIds`, by which the filter finds a guardian
      await eraseNotes(filter)
      await rows.updateMany(filter, { $set: blank })
    },
  }
}
