import { inserted } from '@darsi/kit/mongo.ts'
import { indexOutbox, type Outbox, type Outboxed, outboxFields } from '@darsi/kit/outbox.ts'
import { type Connection, Schema } from 'mongoose'

type Tombstone = Outboxed & { erasedAt: Date }

/** Who was erased here: the confirmation and the tombstone are one document. */
export function erasureStore(connection: Connection, outbox: Outbox) {
  const schema = new Schema(
    { _id: { type: String, required: true }, erasedAt: { type: Date, required: true }, ...outboxFields },
    { versionKey: false },
  )
  indexOutbox(schema)
  const model = connection.model<Tombstone>('erasure', schema)
  return {
    model,
    isErased: async (userId: string) => (await model.exists({ _id: userId })) !== null,
    confirm: async (userId: string): Promise<void> => {
      const at = new Date()
      await inserted(
        outbox.insert(
          model,
          { _id: userId, erasedAt: at },
          { type: 'user.erased', data: { userId, service: 'notifications', at: at.toISOString() } },
        ),
      )
    },
  }
}

export type Erasures = ReturnType<typeof erasureStore>
