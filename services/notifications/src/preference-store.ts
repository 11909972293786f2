import { project, projectionFields } from '@darsi/kit/projection.ts'
import { type Connection, Schema } from 'mongoose'

/** Whether a person wants mails that can be switched off: as registered (auth), and as chosen since (users). */
type Preference = { _id: string; registered?: boolean; email?: boolean }
type Source = { subject: string; producer: string; sequence: number }

export type PreferenceStore = ReturnType<typeof preferenceStore>

export function preferenceStore(connection: Connection) {
  const schema = new Schema(
    { _id: { type: String, required: true }, registered: Boolean, email: Boolean, ...projectionFields },
    { versionKey: false },
  )
  const model = connection.model<Preference>('preference', schema)
  return {
    model,
    keep: async (event: Source, change: { registered: boolean } | { email: boolean }): Promise<void> => {
      // `as`: a mongoose model is the driver's collection to a projection
      await project(model as never, event.subject, event, { $set: change })
    },
    wantsMail: async (userId: string): Promise<boolean> => {
      // `as`: the schema above
      const found = (await model.collection.findOne({ _id: userId } as never)) as unknown as Preference | null
      return found?.email ?? found?.registered ?? true
    },
    erase: async (userId: string): Promise<void> => {
      await model.collection.deleteOne({ _id: userId } as never)
    },
  }
}
