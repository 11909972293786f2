import type { DarsiEvent } from '@darsi/contracts/events.ts'
import type { AccountStatus } from '@darsi/contracts/schemas.ts'
import { inserted } from '@darsi/kit/mongo.ts'
import { project, projectionFields } from '@darsi/kit/projection.ts'
import { type Connection, type Model, Schema } from 'mongoose'
import type { Profile } from '../profile.ts'
import { type TeacherDocument, teacherProfile } from './teacher-document.ts'

export function teacherModel(connection: Connection): Model<TeacherDocument> {
  const schema = new Schema(
    {
      _id: { type: String, required: true },
      profile: Object,
      opened: Object,
      status: String,
      approvedAt: Date,
      slots: [Number],
      answers: Object,
      ratings: Object,
      changedAt: Date,
      ...projectionFields,
    },
    { minimize: false, versionKey: false },
  )
  schema.index({ changedAt: 1 })
  return connection.model<TeacherDocument>('teacher', schema)
}

type Source = { producer: string; sequence: number }
export type TeacherStore = ReturnType<typeof createTeacherStore>

/**
 * What the search keeps of each teacher, by events in any order. `changedAt` is the database's clock, so that every
 * process of the service finds what any of them changed.
 */
export function createTeacherStore(model: Model<TeacherDocument>) {
  const $currentDate = { changedAt: true }
  const apply = (id: string, event: Source, part: string, $set: object) =>
    // `as`: a mongoose model is the driver's collection to a projection
    project(model as never, id, event, { $set, $currentDate }, { part })

  /** Facts that each have an id: twice is once, and no order matters. */
  const addFact = async (id: string, path: string, value: number): Promise<void> => {
    const filter = { _id: id, [path]: { $exists: false }, erasedAt: null }
    const update = { $set: { [path]: value }, $currentDate }
    // `as`: paths into a record
    const upserted = model.collection.updateOne(filter as never, update as never, { upsert: true })
    // known, erased, or made by another event at the same moment
    if (!(await inserted(upserted))) await model.collection.updateOne(filter as never, update as never)
  }

  return {
    model,

    /** @param profile with its version in the outbox: two at once end as the newer one */
    setProfile: (profile: Profile & { v: number }) =>
      apply(profile._id, { producer: 'users', sequence: profile.v }, 'profile', {
        profile: teacherProfile(profile),
      }),

    open: (event: DarsiEvent<'user.registered'>) =>
      apply(event.subject, event, 'opened', {
        opened: { status: event.data.status, at: new Date(event.data.createdAt) },
      }),

    setStatus: (event: Source & { subject: string }, status: AccountStatus, approvedAt?: Date) =>
      apply(event.subject, event, 'status', { status, ...(approvedAt && { approvedAt }) }),

    setTemplate: (event: DarsiEvent<'availability.saved'>) =>
      apply(event.data.userId, event, 'template', { slots: event.data.slots }),

    addAnswer: (teacherId: string, connectionId: string, hours: number) =>
      addFact(teacherId, `answers.${connectionId}`, hours),

    addRating: (teacherId: string, reviewId: string, stars: number) =>
      addFact(teacherId, `ratings.${reviewId}`, stars),

    /** Leaves a tombstone, also where nothing was yet: an event that comes late must not list the teacher again. */
    erase: async (id: string): Promise<void> => {
      const old = await model.findById(id).lean<TeacherDocument>()
      if (old?.erasedAt) return
      const fields = Object.fromEntries(
        ['profile', 'opened', 'status', 'approvedAt', 'slots', 'answers', 'ratings'].map((name) => [
          name,
          '',
        ]),
      )
      await model.collection.updateOne(
        { _id: id as never },
        { $set: { erasedAt: new Date() }, $unset: fields, $currentDate } as never,
        { upsert: true },
      )
    },
  }
}
