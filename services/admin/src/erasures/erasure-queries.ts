import type { Erasure } from '@darsi/contracts/calls/admin/admin-api.ts'
import { readGauge } from '@darsi/kit/observability/metrics.ts'
import { sharedReading } from '@darsi/kit/shared-reading.ts'
import type { Registry } from 'prom-client'
import type { UserStore } from '../users/user-store.ts'
import { listedErasure, overdueMs } from './erasure.ts'

const maxListed = 100
/** Any name of a service; a condition on the first element could not use the index. */
const isOpen = { 'erasure.pending': { $gt: '' } }
const isDone = { erasedAt: { $type: 'date' as const } }

type Progress = { open: Erasure[]; done: Erasure[]; total: number; overdue: number }
export type ErasureQueries = ReturnType<typeof createErasureQueries>

export function createErasureQueries({ collection: users }: Pick<UserStore, 'collection'>) {
  return {
    /** The open erasures, oldest first, and the newest finished ones. */
    progress: async (now: Date): Promise<Progress> => {
      const open = await users.find(isOpen, { sort: { 'erasure.at': 1 }, limit: maxListed }).toArray()
      const done = await users.find(isDone, { sort: { erasedAt: -1 }, limit: maxListed }).toArray()
      const before = new Date(now.getTime() - overdueMs)
      return {
        open: open.map((row) => listedErasure(row, before)),
        done: done.map((row) => listedErasure(row, before)),
        total: (await users.countDocuments(isOpen)) + (await users.countDocuments(isDone)),
        overdue: await users.countDocuments({ ...isOpen, 'erasure.at': { $lt: before } }),
      }
    },

    /** The number of erasures that a service has not confirmed yet, and the start of the oldest: for the metrics. */
    open: async (): Promise<{ count: number; oldest: Date | null }> => {
      const oldest = await users.findOne(isOpen, {
        sort: { 'erasure.at': 1 },
        projection: { erasure: 1 },
      })
      return { count: await users.countDocuments(isOpen), oldest: oldest?.erasure?.at ?? null }
    },
  }
}

/** infra/observability alerts when an erasure stays open for a day. */
export function createErasureMetrics(registry: Registry, erasures: Pick<ErasureQueries, 'open'>): void {
  const open = sharedReading(() => erasures.open())
  readGauge(
    registry,
    { name: 'erasure_open', help: 'Erasures that not every service has confirmed.' },
    async () => [{ value: (await open()).count }],
  )
  readGauge(
    registry,
    { name: 'erasure_oldest_age_seconds', help: 'Age of the oldest open erasure.' },
    async () => {
      const { oldest } = await open()
      return [{ value: oldest ? (Date.now() - oldest.getTime()) / 1000 : 0 }]
    },
  )
}
