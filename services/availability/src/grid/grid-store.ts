import type { EventInput } from '@darsi/contracts/events/events.ts'
import type { Role } from '@darsi/contracts/reference/roles.ts'
import { mondayOf } from '@darsi/contracts/reference/tunis-time.ts'
import { noticeHours } from '@darsi/contracts/rules/lesson-times.ts'
import { type Outbox, type Outboxed, outboxIndex } from '@darsi/kit/events/outbox.ts'
import { leaveTombstone } from '@darsi/kit/events/tombstone.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { type Collection, collection } from '@darsi/kit/mongo/collection.ts'
import { inserted, insertOnce } from '@darsi/kit/mongo/mongo.ts'
import type { Connection as Database } from 'mongoose'
import { emptyGrid, type Grid, type SlotCode, saveWeek } from './grid.ts'

/** One per account. An erased account keeps only its id and `erasedAt`, without a template. */
type GridDocument = Grid &
  Outboxed & {
    erasedAt?: Date | null
    /** Sequence of the event of auth that cleared the grid. */
    clearedBy?: number
  }
type Grids = Collection<GridDocument>

export const gridCollection = (database: Database): Grids =>
  collection<GridDocument>(database, 'grids', [outboxIndex])

/** The weekly template; null for an erased account, and for a grid that has weeks of their own only. */
export function templateState(
  { _id: userId, template, erasedAt, clearedBy }: GridDocument,
  role: Role,
): EventInput | null {
  if (erasedAt || (template.savedAt === null && clearedBy === undefined)) return null
  return { type: 'availability.saved', data: { userId, role, weekOffset: 0, slots: [...template.slots] } }
}

type Save = { userId: string; role: Role; weekOffset: number; slots: readonly SlotCode[]; at: Date }
export type GridStore = ReturnType<typeof createGridStore>

export function createGridStore(grids: Grids, outbox: Outbox) {
  return {
    find: async (userId: string): Promise<Grid> => {
      const document = await grids.findOne({ _id: userId })
      return document && !document.erasedAt ? document : emptyGrid
    },

    /** Replaces the week; of two saves at once the later one wins as a whole. @throws Problem for an erased account */
    save: async ({ userId, role, weekOffset, slots, at }: Save): Promise<void> => {
      const monday = weekOffset === 0 ? null : mondayOf(at, weekOffset)
      const event = {
        type: 'availability.saved' as const,
        data: { userId, role, weekOffset, slots: [...slots], ...(monday && { monday }) },
      }
      for (;;) {
        const updated = await outbox.update(grids, userId, (grid) => {
          if (grid.erasedAt) throw problem('not-found')
          return { update: { $set: saveWeek(grid, { monday, slots, at }) }, event }
        })
        if (updated) return
        const first = { _id: userId, ...saveWeek(emptyGrid, { monday, slots, at }) }
        if (await inserted(outbox.insert(grids, first, event))) return
      }
    },

    /** @throws Problem for an erased account */
    setNotice: async (userId: string, hours: number): Promise<void> => {
      for (;;) {
        const update = { $set: { noticeHours: hours } }
        if ((await grids.updateOne({ _id: userId, erasedAt: null }, update)).matchedCount > 0) return
        if (await insertOnce(grids, { _id: userId, ...emptyGrid, noticeHours: hours, v: 0, outbox: [] }))
          return
        if ((await grids.findOne({ _id: userId }))?.erasedAt) throw problem('not-found')
      }
    },

    /** Empties the grid, once per event. @param clearOthers runs first, because a repeated event ends before it */
    clear: async (
      { subject: userId, sequence }: { subject: string; sequence: number },
      role: Role,
      clearOthers: () => Promise<void>,
    ): Promise<void> => {
      const isDone = (grid: GridDocument | null) =>
        Boolean(grid?.erasedAt) || (grid?.clearedBy ?? 0) >= sequence
      if (isDone(await grids.findOne({ _id: userId }))) return
      await clearOthers()
      const data = { userId, role, weekOffset: 0, slots: [] }
      const event = { type: 'availability.saved' as const, data }
      const empty = { ...emptyGrid, noticeHours: noticeHours.usual, clearedBy: sequence }
      if (await inserted(outbox.insert(grids, { _id: userId, ...empty }, event))) return
      await outbox.update(grids, userId, (grid) => (isDone(grid) ? null : { update: { $set: empty }, event }))
    },

    erase: (userId: string, at: Date): Promise<void> =>
      leaveTombstone(outbox, grids, { userId, service: 'availability', at }),
  }
}
