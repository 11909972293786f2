import type { DarsiEvent } from '@darsi/contracts/events.ts'
import type { Language } from '@darsi/contracts/languages.ts'
import { indexOutbox, type Outboxed, outboxFields } from '@darsi/kit/outbox.ts'
import { problem } from '@darsi/kit/problem.ts'
import { project, projectionFields } from '@darsi/kit/projection.ts'
import { type Connection, Schema } from 'mongoose'
import { beyond, pageOf } from '../page-of.ts'

export type UpgradeRow = Outboxed & {
  status: 'open' | 'granted' | 'refused'
  teacherName: string
  email: string
  language: Language
  reason: string
  requestedAt: Date
  review: { notes: string; by: string; at: Date } | null
}

/** Upgrade requests by teacher; a new request after a refusal opens the row again. */
export function upgradeStore(connection: Connection) {
  const schema = new Schema(
    {
      _id: { type: String, required: true },
      status: String,
      teacherName: String,
      email: String,
      language: String,
      reason: String,
      requestedAt: Date,
      review: Object,
      ...projectionFields,
      ...outboxFields,
    },
    { versionKey: false, minimize: false },
  )
  schema.index({ requestedAt: 1, _id: 1 })
  indexOutbox(schema)
  const model = connection.model<UpgradeRow>('upgrade', schema)
  const { collection } = model

  return {
    model,

    project: (event: DarsiEvent<'upgrade.requested'>) => {
      const { fullName, email, language, reason } = event.personal
      const $set = { status: 'open', teacherName: fullName, email, language, reason, review: null }
      const change = { $set: { ...$set, requestedAt: new Date(event.data.at) } }
      return project(model as never, event.subject, event, change)
    },

    page: ({ status, limit, cursor }: { status: string; limit: number; cursor?: string | undefined }) => {
      const filter = {
        ...(status === 'all' ? {} : { status }),
        erasedAt: null,
        requestedAt: { $exists: true },
      }
      return pageOf<UpgradeRow>(collection, {
        filter,
        behind: behind(cursor),
        sort: { requestedAt: 1, _id: 1 },
        limit,
        cursorOf: (last) => `${last.requestedAt.getTime()}_${last._id}`,
      })
    },

    erase: async (teacherId: string, at: Date): Promise<void> => {
      const blank = { teacherName: '', email: '', reason: '', review: null, erasedAt: at }
      await collection.updateOne({ _id: teacherId } as never, { $set: blank } as never)
    },
  }
}

export type UpgradeStore = ReturnType<typeof upgradeStore>

function behind(cursor: string | undefined): object {
  if (cursor === undefined) return {}
  const [, time, id] = /^(\d{1,15})_(.+)$/.exec(cursor) ?? []
  if (!time || !id) throw problem('cursor-invalid')
  return beyond('requestedAt', 1, new Date(Number(time)), id)
}
