import type { Erasure } from '@darsi/contracts/calls/admin/admin-api.ts'
import type { UserStore } from '../users/user-store.ts'
import { listedErasure, overdueMs } from './erasure.ts'

const maxListed = 100

type Progress = { open: Erasure[]; done: Erasure[]; total: number; overdue: number }
export type ErasureQueries = ReturnType<typeof createErasureQueries>

export function createErasureQueries({ collection: users }: Pick<UserStore, 'collection'>) {
  return {
    /** The open erasures, oldest first, and the newest finished ones. */
    progress: async (now: Date): Promise<Progress> => {
      const isOpen = { 'erasure.at': { $type: 'date' as const }, erasedAt: null }
      const isDone = { erasedAt: { $type: 'date' as const } }
      const open = await users.find(isOpen, { sort: { 'erasure.at': 1 }, limit: maxListed }).toArray()
      const done = await users.find(isDone, { sort: { erasedAt: -1 }, limit: maxListed }).toArray()
      const before = new Date(now.getTime() - overdueMs)
      return {
        open: open.map((row) => listedErasure(row, before)),
        done: done.map((row) => listedErasure(row, before)),
        total: await users.countDocuments({ $or: [isOpen, isDone] }),
        overdue: await users.countDocuments({ 'erasure.at': { $lt: before }, erasedAt: null }),
      }
    },

    /** The number of erasures that a service has not confirmed yet, and the start of the oldest: for the metrics. */
    open: async (): Promise<{ count: number; oldest: Date | null }> => {
      // any name of a service; a condition on the first element could not use the index
      const waiting = { 'erasure.pending': { $gt: '' } }
      const oldest = await users.findOne(waiting, {
        sort: { 'erasure.at': 1 },
        projection: { erasure: 1 },
      })
      return { count: await users.countDocuments(waiting), oldest: oldest?.erasure?.at ?? null }
    },
  }
}
