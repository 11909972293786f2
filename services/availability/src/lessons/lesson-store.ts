import { randomUUID } from 'node:crypto'
import { isErasedChild } from '@darsi/contracts/rules/erased-child.ts'
import { type Outbox, type Outboxed, outboxIndex } from '@darsi/kit/events/outbox.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { type Collection, collection, type Filter } from '@darsi/kit/mongo/collection.ts'
import { inserted } from '@darsi/kit/mongo/mongo.ts'
import type { Connection as Database } from 'mongoose'
import { claimsOf } from '../hours/claim.ts'
import type { ClaimStore } from '../hours/claim-store.ts'
import { type ConnectionRow, partiesOf } from '../parties/party.ts'
import type { PartyQueries } from '../parties/party-queries.ts'
import {
  type CancelCause,
  fallAway,
  type Lesson,
  type Moved,
  noReminder,
  remind,
  statusesAhead,
} from './lesson.ts'
import { lessonEvent } from './lesson-event.ts'
import { isVenueAgreed } from './venue.ts'

export type LessonDocument = Lesson & Outboxed
export type Lessons = Collection<LessonDocument>

export const lessonCollection = (database: Database): Lessons =>
  collection<LessonDocument>(database, 'lessons', [
    { key: { partyIds: 1, startsAt: 1 } },
    { key: { teacherId: 1, startsAt: 1 } },
    { key: { studentId: 1, startsAt: 1 } },
    { key: { connectionId: 1, startsAt: 1 } },
    { key: { seriesId: 1, startsAt: 1 } },
    { key: { groupId: 1 } },
    { key: { remindAt: 1 } },
    { key: { heldAt: 1 } },
    { key: { proposedUntil: 1 } },
    { key: { 'cancelling.by': 1 }, sparse: true },
    { key: { 'changing.by': 1 }, sparse: true },
    { key: { token: 1 } },
    { key: { bookedBy: 1 } },
    { key: { 'agreedVenue.by': 1 }, sparse: true },
    outboxIndex,
  ])

/** Replaces the texts of a lesson whose teacher or learner was erased. The teacher is asked for no report on it. */
const erasedFields = {
  ...{ place: '', meetingLink: '', keptLink: '', notes: '', reason: '' },
  reportDueAt: null,
  changing: null,
  agreedVenue: null,
}

type Parts = {
  lessons: Lessons
  claims: ClaimStore
  parties: PartyQueries
  outbox: Outbox
  now: () => Date
  publicUrl: string
}
type RoomEvent = { data: { sessionId: string }; sequence: number }
type Decide = (lesson: LessonDocument, at: Date) => Moved | null
export type LessonStore = ReturnType<typeof createLessonStore>

export function createLessonStore(parts: Parts) {
  const { lessons } = parts
  const update = updateWith(parts)

  return {
    insert: insertWith(parts),
    update,

    /**
     * Cancels lessons whose connection, account or consent was lost. The first event has all of them: a family gets one
     * mail, not sixteen.
     */
    fallAway: async (
      list: readonly LessonDocument[],
      loss: { cause: Exclude<CancelCause, 'party'>; by?: string | null },
    ): Promise<void> => {
      let isAnnounced = false
      for (const [index, lesson] of list.entries()) {
        const series = isAnnounced ? [] : list.slice(index)
        const { token } = lesson
        const fallen = await update(lesson, (current) =>
          fallAway(current, { by: null, ...loss, token, series }),
        )
        // another process may have cancelled the first lesson meanwhile
        if (fallen) isAnnounced = true
      }
    },

    /** The lessons that its cancellation or change announced are cancelled or changed. */
    noteSeriesDone: async ({ _id }: Lesson, mark: 'cancelling' | 'changing'): Promise<void> => {
      await lessons.updateOne({ _id }, { $unset: { [mark]: 1 } })
    },

    /**
     * The guardians changed, a party or the child was erased, or a child got an account of its own.
     * @param token of the only booking to update
     */
    updateParties: async (row: ConnectionRow, token?: string): Promise<void> => {
      const { _id: connectionId, partyIds, studentId } = row
      if (studentId) await claimForAccount(parts, connectionId, studentId)
      const $set = { partyIds, ...(studentId && { studentId }), ...(isErasedChild(row) && erasedFields) }
      await lessons.updateMany({ connectionId, ...(token && { token }) }, { $set })
    },

    /** A report covers every lesson of the connection up to its own. */
    clearReportDue: async ({ connectionId, startsAt }: Lesson): Promise<void> => {
      const covered = { connectionId, startsAt: { $lte: startsAt }, reportDueAt: { $type: 'date' } } as const
      await lessons.updateMany(covered, { $set: { reportDueAt: null } })
    },

    /**
     * Leases due reminders to this caller, so that several processes share them instead of sending the same ones.
     * @returns the leased lessons, oldest reminder first; none when nothing is due
     */
    leaseReminders: () => leaseReminders(parts),

    /**
     * Sends the reminders of leased lessons: three commands for all.
     * @returns the lessons that are left for `update`
     */
    remindAll: async (leased: readonly LessonDocument[]): Promise<readonly LessonDocument[]> => {
      const { parties, outbox, now, publicUrl } = parts
      const { connections, people } = await parties.rowsOf(leased)
      const at = now()
      return outbox.updateMany(lessons, leased, (lesson) => {
        const moved = remind(lesson, at)
        if (!moved) return null
        const connection = connections.get(lesson.connectionId)
        const named = connection ? partiesOf(connection, people) : null
        const event = lessonEvent({ ...lesson, ...moved.changes }, named, { ...moved, at, publicUrl })
        return { update: { $set: moved.changes }, event }
      })
    },

    /** The lesson began before its reminder was sent; without this the clock would look at it forever. */
    dropReminder: async ({ _id, v }: LessonDocument): Promise<void> => {
      await lessons.updateOne({ _id, v, startsAt: { $lte: parts.now() } }, { $set: noReminder })
    },

    /** An event that arrives again changes nothing. */
    noteRoom: async ({ data, sequence }: RoomEvent, room: NonNullable<Lesson['room']>): Promise<void> => {
      const _id = data.sessionId
      // `$not $gte`: absent before the first event
      await lessons.updateOne(
        { _id, roomSeq: { $not: { $gte: sequence } } },
        { $set: { room, roomSeq: sequence } },
      )
    },

    /** The parties decide: this is what their dialogs propose. A classroom ends once. */
    noteAttendance: async (sessionId: string, attendance: Lesson['attendance']): Promise<void> => {
      await lessons.updateOne({ _id: sessionId }, { $set: { attendance } })
    },

    erase: async (userId: string): Promise<void> => {
      await lessons.updateMany({ partyIds: userId }, { $pull: { partyIds: userId } })
      await lessons.updateMany(
        { $or: [{ teacherId: userId }, { studentId: userId }] },
        { $set: erasedFields },
      )
      await lessons.updateMany({ bookedBy: userId }, { $set: { bookedBy: '' } })
      await lessons.updateMany({ 'agreedVenue.by': userId }, { $set: { 'agreedVenue.by': '' } })
    },
  }
}

/** Many at once, because several processes read the same due lessons for each lease and compete for them. */
const leasedAtOnce = 1000
/** Far longer than a batch takes. The leases of a killed process run out, and the others send its reminders. */
export const reminderLeaseMs = 30_000

async function leaseReminders({ lessons, now }: Parts): Promise<LessonDocument[]> {
  const by = randomUUID()
  for (;;) {
    const at = now()
    const free: Filter<LessonDocument> = {
      remindAt: { $lte: at },
      heldAt: null,
      'remindLease.until': { $not: { $gt: at } },
    }
    // in the order of the index: a sort by another field would read every due lesson for each batch
    const due = await lessons
      .find(free, { sort: { remindAt: 1 }, limit: leasedAtOnce, projection: { _id: 1 } })
      .toArray()
    if (due.length === 0) return []
    const _id = { $in: due.map((lesson) => lesson._id) }
    const remindLease = { by, until: new Date(at.getTime() + reminderLeaseMs) }
    // the same conditions again: another process may have leased some of them in between
    await lessons.updateMany({ ...free, _id }, { $set: { remindLease } })
    const found = await lessons.find({ _id }, { sort: { remindAt: 1 } }).toArray()
    const leased = found.filter((lesson) => lesson.remindLease?.by === by)
    if (leased.length > 0) return leased
  }
}

/** Inserts what is not there yet: several processes may carry out one booking. The first event names all lessons. */
const insertWith =
  ({ lessons, parties, outbox, publicUrl }: Parts) =>
  async (list: readonly Lesson[], { by, at }: Pick<Moved, 'by'> & { at: Date }): Promise<void> => {
    const [first] = list
    const named = first ? await parties.of(first.connectionId) : null
    const insert = (lesson: Lesson) => {
      const type = lesson.status === 'proposed' ? 'session.proposed' : 'session.booked'
      const announces = lesson === first ? list : []
      const event = lessonEvent(lesson, named, { happened: { type }, by, at, announces, publicUrl })
      return inserted(outbox.insert(lessons, lesson, event))
    }
    await Promise.all(list.map(insert))
  }

/** @returns the lesson as it is now, or null when `decide` changes nothing */
const updateWith =
  ({ lessons, claims, parties, outbox, now, publicUrl }: Parts) =>
  async (
    { _id, connectionId }: Pick<Lesson, '_id' | 'connectionId'>,
    decide: Decide,
    happenedAt?: Date,
  ): Promise<LessonDocument | null> => {
    const named = await parties.of(connectionId)
    const at = happenedAt ?? now()
    const updated = await outbox.update(lessons, _id, (current) => {
      const moved = decide(current, at)
      if (!moved) return null
      const next = { ...current, ...moved.changes }
      if (named && isVenueAgreed(current, named.connection) && !isVenueAgreed(next, named.connection))
        throw problem('details-by-guardian')
      const event = lessonEvent(next, named, { ...moved, at, publicUrl })
      return { update: { $set: moved.changes }, event }
    })
    if (updated?.status === 'cancelled') await claims.releaseLesson(_id)
    return updated
  }

/** The hours that a child had by its own id are now the account's, unless the account has another lesson then. */
async function claimForAccount(
  { lessons, claims, now }: Parts,
  connectionId: string,
  studentId: string,
): Promise<void> {
  const of = { connectionId, studentId: { $ne: studentId }, status: { $in: [...statusesAhead] } }
  for (const lesson of await lessons.find(of).toArray())
    await claims.takeFree(claimsOf([{ ...lesson, studentId, childId: null }], lesson.token, now()))
}
