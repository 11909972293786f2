import type { DarsiEvent } from '@darsi/contracts/events/events.ts'
import type { AccountStatus } from '@darsi/contracts/rules/schemas.ts'
import { project } from '@darsi/kit/events/projection.ts'
import { collection } from '@darsi/kit/mongo/collection.ts'
import { inserted } from '@darsi/kit/mongo/mongo.ts'
import type { Connection } from 'mongoose'
import type { Profile } from '../profiles/profile.ts'
import { fnv1a } from './order.ts'
import { type TeacherDocument, teacherProfile } from './teacher-document.ts'

type Source = { producer: string; sequence: number }
export type TeacherStore = ReturnType<typeof createTeacherStore>

/** The search's read model, one document per teacher, from events in any order. */
export function createTeacherStore(database: Connection) {
  const teachers = collection<TeacherDocument>(database, 'teachers', [
    { key: { full: 1 }, partialFilterExpression: { full: true } },
    { key: { 'profile.slug': 1 }, sparse: true },
  ])
  const apply = (id: string, event: Source, part: string, $set: Partial<TeacherDocument>) =>
    project(teachers, id, event, { $set }, { part })

  /** Adds a fact with an id of its own, once; facts may arrive in any order. */
  const addFact = async (id: string, path: string, value: number): Promise<void> => {
    const filter = { _id: id, [path]: { $exists: false }, erasedAt: null }
    const update = { $set: { [path]: value } }
    const upserted = teachers.updateOne(filter, update, { upsert: true })
    // a duplicate key: the fact exists, the teacher is erased, or another event created the document at the same time
    if (!(await inserted(upserted))) await teachers.updateOne(filter, update)
  }

  return {
    collection: teachers,

    /** @param profile with its outbox version: of two concurrent changes the newer one is kept */
    setProfile: (profile: Profile & { v: number }) =>
      apply(profile._id, { producer: 'users', sequence: profile.v }, 'profile', {
        profile: teacherProfile(profile),
      }),

    open: (event: DarsiEvent<'user.registered'>) =>
      apply(event.subject, event, 'opened', {
        opened: {
          status: event.data.status,
          at: new Date(event.data.createdAt),
          ...(event.data.verifiedAt && { verifiedAt: new Date(event.data.verifiedAt) }),
        },
      }),

    setStatus: (event: Source & { subject: string }, status: AccountStatus, approvedAt?: Date) =>
      apply(event.subject, event, 'status', { status, ...(approvedAt && { approvedAt }) }),

    verify: (event: DarsiEvent<'user.verified' | 'user.reclaimed'>) =>
      apply(event.subject, event, 'verified', { verifiedAt: new Date(event.data.verifiedAt) }),

    /** The accepted proofs, by the version of the file that holds them. */
    setChecks: (id: string, sequence: number, checks: TeacherDocument['checks']) =>
      apply(id, { producer: 'users', sequence }, 'checks', { checks }),

    setTemplate: (event: DarsiEvent<'availability.saved'>) =>
      apply(event.data.userId, event, 'template', { slots: event.data.slots }),

    setFull: async (_id: string, full: boolean): Promise<void> => {
      // an unchanged document must not reach every replica by the change stream
      const differs = full ? { full: { $ne: true } } : { full: true }
      await teachers.updateOne({ _id, erasedAt: null, ...differs }, { $set: { full } })
    },

    markedFull: (): Promise<string[]> => teachers.distinct('_id', { full: true }),

    setPublic: async (_id: string, isPublic: boolean): Promise<void> => {
      // an unchanged document must not reach every replica by the change stream
      const differs = { _id, erasedAt: null, isPublic: { $ne: isPublic } }
      const update = { $set: { isPublic } }
      const upserted = teachers.updateOne(differs, update, { upsert: isPublic })
      // a duplicate key: nothing changes, the teacher is erased, or an event created the document at the same time
      if (!(await inserted(upserted))) await teachers.updateOne(differs, update)
    },

    addAnswer: (teacherId: string, connectionId: string, hours: number) =>
      addFact(teacherId, `answers.${connectionId}`, hours),

    /** One more learner; a learner with several subjects counts once. */
    addLearner: (teacherId: string, connectionId: string, learnerId: string) =>
      addFact(teacherId, `taught.${connectionId}`, fnv1a(`${teacherId} ${learnerId}`)),

    addRating: (teacherId: string, reviewId: string, stars: number) =>
      addFact(teacherId, `ratings.${reviewId}`, stars),

    /** Leaves a tombstone, also without a document: otherwise a late event would list the teacher again. */
    erase: async (id: string): Promise<void> => {
      if ((await teachers.findOne({ _id: id }))?.erasedAt) return
      const update = { $set: { erasedAt: new Date() }, $unset: personalFields }
      await teachers.updateOne({ _id: id }, update, { upsert: true })
    },
  }
}

const personalFields = {
  profile: '',
  opened: '',
  status: '',
  approvedAt: '',
  verifiedAt: '',
  slots: '',
  full: '',
  isPublic: '',
  answers: '',
  taught: '',
  ratings: '',
  checks: '',
} as const
