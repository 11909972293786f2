import type { Role } from '@darsi/contracts/roles.ts'
import { mondayOf } from '@darsi/contracts/tunis-time.ts'
import { inserted } from '@darsi/kit/mongo.ts'
import { indexOutbox, type Outbox, type Outboxed, outboxFields } from '@darsi/kit/outbox.ts'
import { problem } from '@darsi/kit/problem.ts'
import { leaveTombstone } from '@darsi/kit/tombstone.ts'
import { type Connection, type Model, Schema } from 'mongoose'
import { emptyGrid, type Grid, type SlotCode, saveWeek } from './grid.ts'

/** One document per account; an erased account keeps nothing but its id. */
type GridDocument = Grid & Outboxed & { erasedAt?: Date | null }

export function gridModel(connection: Connection): Model<GridDocument> {
  // strict shapes are the contracts' work: nothing reaches this schema that was not parsed
  const schema = new Schema(
    {
      _id: { type: String, required: true },
      template: Object,
      exceptions: [Object],
      erasedAt: Date,
      ...outboxFields,
    },
    { minimize: false, versionKey: false },
  )
  indexOutbox(schema)
  return connection.model<GridDocument>('grid', schema)
}

export type Save = { userId: string; role: Role; weekOffset: number; slots: readonly SlotCode[]; at: Date }
export type GridStore = ReturnType<typeof createGridStore>

export function createGridStore(model: Model<GridDocument>, outbox: Outbox) {
  return {
    find: async (userId: string): Promise<Grid> => {
      const document = await model.findById(userId).lean<GridDocument>()
      return document && !document.erasedAt ? document : emptyGrid
    },

    /** Replaces the week; of two at once the later one stands, whole. @throws Problem for an erased account */
    save: async (save: Save): Promise<void> => {
      const { userId, role, weekOffset, slots, at } = save
      const monday = weekOffset === 0 ? null : mondayOf(at, weekOffset)
      const event = {
        type: 'availability.saved' as const,
        data: { userId, role, weekOffset, slots: [...slots], ...(monday && { monday }) },
      }
      for (;;) {
        const updated = await outbox.update(model, userId, (grid) => {
          if (grid.erasedAt) throw problem('not-found')
          return { update: { $set: saveWeek(grid, { monday, slots, at }) }, event }
        })
        if (updated) return
        const first = { _id: userId, ...saveWeek(emptyGrid, { monday, slots, at }) }
        if (await inserted(outbox.insert(model, first, event))) return
      }
    },

    erase: (userId: string, at: Date): Promise<void> =>
      leaveTombstone(outbox, model, { userId, service: 'availability', at }),
  }
}
