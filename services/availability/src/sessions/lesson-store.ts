import type { SessionStatus } from '@darsi/contracts/sessions-api.ts'
import { inserted } from '@darsi/kit/mongo.ts'
import type { Outbox } from '@darsi/kit/outbox.ts'
import { problem } from '@darsi/kit/problem.ts'
import { type CancelCause, claimsOf, type Lesson } from './lesson.ts'
import type { LessonDocument, SessionModels } from './models.ts'
import { mayChange, mayComplete, mayReportNoShow } from './moves.ts'
import { type ConnectionRow, learnerOf, type Parties, type PartyStore } from './parties.ts'
import { remind } from './reminders.ts'
import { reportDue, ruleFor } from './rules.ts'
import { sessionEvent } from './session-event.ts'

export type Listing = {
  userId: string
  status?: SessionStatus | undefined
  childId?: string | undefined
  limit: number
  cursor?: string | undefined
}
type Parts = {
  models: SessionModels
  outbox: Outbox
  parties: PartyStore
  now: () => Date
  /** Frees the hours of a cancelled lesson. */
  release: (lessonId: string) => Promise<void>
}
export type LessonStore = ReturnType<typeof createLessonStore>

const silent = { remindAt: null, remindKind: null }

export function createLessonStore({ models, outbox, parties, now, release }: Parts) {
  const { lessons, reports, claims } = models
  const some = async (filter: object, sort: Record<string, 1 | -1> = { startsAt: 1 }, limit = 0) =>
    // `as`: the schema of the model
    (await lessons.collection.find(filter as never, { sort, limit }).toArray()) as unknown as LessonDocument[]

  /** @throws problem 404 for who is no party, as for a lesson that is not there */
  const mine = async (id: string, userId: string): Promise<LessonDocument> => {
    const lesson = await lessons.findById(id).lean<LessonDocument>()
    if (!lesson?.partyIds.includes(userId)) throw problem('not-found')
    return lesson
  }
  const known = (lesson: Lesson): Promise<Parties | null> => parties.of(lesson.connectionId)

  /** Of a lesson that stands: an hour that the learner has taken elsewhere meanwhile stays there. */
  const claimFor = async (lesson: LessonDocument): Promise<void> => {
    for (const claim of claimsOf([lesson], lesson.token, now()))
      await inserted(claims.collection.insertOne(claim as never))
  }

  type Cancelling = { by: string | null; reason: string; cause: CancelCause; announces: readonly Lesson[] }
  /** @returns false when it was no longer to be cancelled */
  const cancelOne = async (lesson: LessonDocument, told: Cancelling): Promise<boolean> => {
    const { by, reason, cause, announces } = told
    const people = await known(lesson)
    const at = now()
    const updated = await outbox.update(lessons, lesson._id, (current) => {
      const isAllowed = cause === 'party' ? mayChange(current, at) === 'yes' : current.status === 'upcoming'
      if (!isAllowed) return null
      const change = {
        status: 'cancelled' as const,
        reason,
        cause,
        revision: current.revision + 1,
        ...silent,
      }
      const cancelled = { ...current, ...change }
      const all = announces.map((other) =>
        other._id === cancelled._id ? cancelled : { ...other, revision: other.revision + 1 },
      )
      const event = sessionEvent({ type: 'session.cancelled', cause }, cancelled, people, {
        by,
        at,
        announces: all,
      })
      return { update: { $set: change }, event }
    })
    if (updated) await release(lesson._id)
    return updated !== null
  }

  /** The first one tells of all: a family gets one message, not sixteen. */
  const cancelAll = async (
    list: readonly LessonDocument[],
    told: Omit<Cancelling, 'announces'>,
  ): Promise<void> => {
    for (const [index, lesson] of list.entries())
      await cancelOne(lesson, { ...told, announces: index === 0 ? list : [] })
  }
  const fallAway = async (filter: object, cause: Exclude<CancelCause, 'party'>): Promise<void> => {
    const list = await some({ ...filter, status: 'upcoming', startsAt: { $gt: now() } })
    const byConnection = Map.groupBy(list, ({ connectionId }) => connectionId)
    for (const group of byConnection.values()) await cancelAll(group, { by: null, reason: '', cause })
  }

  return {
    mine,
    fallAway,

    /** Cancels what the connection, as it stands now, no longer allows. */
    keepTo: async ({ _id: connectionId, status, videoWithdrawn }: ConnectionRow): Promise<void> => {
      if (status !== 'approved') await fallAway({ connectionId }, 'connection-ended')
      else if (videoWithdrawn) await fallAway({ connectionId, type: 'online' }, 'consent-withdrawn')
    },

    page: async ({ userId, status, childId, limit, cursor }: Listing) => {
      const filter = { partyIds: userId, ...(status && { status }), ...(childId && { childId }) }
      const down = status === 'upcoming' ? 1 : -1
      const sort = { startsAt: down, _id: down } as const
      const [rows, total] = await Promise.all([
        some({ $and: [filter, behind(cursor, down)] }, sort, limit + 1),
        lessons.collection.countDocuments(filter as never),
      ])
      const shown = rows.slice(0, limit)
      const last = shown.at(-1)
      const nextCursor = rows.length > limit && last ? `${last.startsAt.getTime()}_${last._id}` : null
      return { rows: shown, nextCursor, total }
    },
    all: (userId: string, status: SessionStatus) => some({ partyIds: userId, status }),
    inSeries: (ids: readonly string[]) => some({ _id: { $in: [...ids] } }),
    count: (filter: object): Promise<number> => lessons.collection.countDocuments(filter as never),
    next: (userId: string, limit: number) =>
      some({ partyIds: userId, status: 'upcoming', endsAt: { $gt: now() } }, { startsAt: 1 }, limit),
    /** Lessons that stand, of a teacher or a learner, between two moments. */
    standing: (userId: string, from: Date, to: Date) =>
      some({
        $or: [{ teacherId: userId }, { studentId: userId }],
        status: { $ne: 'cancelled' },
        startsAt: { $gte: from, $lt: to },
      }),
    /** What a calendar shows: from a while ago on, cancelled lessons included. */
    since: (userId: string, from: Date) =>
      some({ partyIds: userId, startsAt: { $gte: from } }, { startsAt: 1 }, 2000),

    cancel: async (id: string, { by, reason, series }: { by: string; reason: string; series: boolean }) => {
      const lesson = await mine(id, by)
      const answer = mayChange(lesson, now())
      if (answer !== 'yes') throw problem(answer)
      const { seriesId, startsAt } = lesson
      const later =
        series && seriesId ? await some({ seriesId, status: 'upcoming', startsAt: { $gt: startsAt } }) : []
      const list = [lesson, ...later]
      const told = { by, reason, cause: 'party' as const }
      if (!(await cancelOne(lesson, { ...told, announces: list }))) throw problem('session-state')
      for (const other of later) await cancelOne(other, { ...told, announces: [] })
    },

    complete: async (id: string, by: string): Promise<void> => {
      const lesson = await mine(id, by)
      const people = await known(lesson)
      const { connectionId, endsAt, startsAt } = lesson
      const [last] = (await reports.collection
        .find({ connectionId } as never, { sort: { writtenAt: -1 }, limit: 1 })
        .toArray()) as unknown as { writtenAt: Date }[]
      const waiting = await lessons.collection.countDocuments({
        connectionId,
        reportDueAt: { $type: 'date' },
      } as never)
      const learner = people ? learnerOf(people.connection) : { birthYear: null, minor: false }
      const cadence = ruleFor(learner, startsAt).reports
      const reportDueAt = reportDue(cadence, {
        endsAt,
        since: last?.writtenAt ?? null,
        isWaiting: waiting > 0,
      })
      const at = now()
      await outbox.update(lessons, id, (current) => {
        const answer = mayComplete(current, at)
        if (answer !== 'yes') throw problem(answer)
        const change = { status: 'completed' as const, completedAt: at, reportDueAt, ...silent }
        const told = { by, at, announces: [] }
        return {
          update: { $set: change },
          event: sessionEvent({ type: 'session.completed' }, { ...current, ...change }, people, told),
        }
      })
    },

    noShow: async (id: string, by: string, reason: string): Promise<void> => {
      const lesson = await mine(id, by)
      const people = await known(lesson)
      const at = now()
      await outbox.update(lessons, id, (current) => {
        const answer = mayReportNoShow(current, at)
        if (answer !== 'yes') throw problem(answer)
        const change = { status: 'no-show' as const, reason, ...silent }
        const told = { by, at, announces: [] }
        return {
          update: { $set: change },
          event: sessionEvent({ type: 'session.no-show' }, { ...current, ...change }, people, told),
        }
      })
    },

    /** Who guards the learner changed, someone was erased, or a child became an account of its own. */
    reparty: async ({ _id: connectionId, partyIds, studentId }: ConnectionRow): Promise<void> => {
      const change = { $set: { partyIds: [...partyIds], ...(studentId && { studentId }) } }
      const other = { connectionId, studentId: { $ne: studentId } }
      // the hours that the learner has by another name are the account's from now on
      if (studentId)
        for (const lesson of await some({ ...other, status: 'upcoming' }))
          await claimFor({ ...lesson, studentId, childId: null })
      await lessons.collection.updateMany({ connectionId } as never, change as never)
      await reports.collection.updateMany({ connectionId } as never, change as never)
    },

    /** A report covers every lesson of the connection up to its own. */
    reported: async ({ connectionId, startsAt }: Lesson): Promise<void> => {
      await lessons.collection.updateMany(
        { connectionId, startsAt: { $lte: startsAt }, reportDueAt: { $type: 'date' } } as never,
        { $set: { reportDueAt: null } } as never,
      )
    },

    /** Sends the reminders whose time has come, each once however many processes look. */
    remindDue: async (): Promise<number> => {
      const due = await some({ remindAt: { $lte: now() } }, { remindAt: 1 }, 200)
      let sent = 0
      for (const lesson of due) if (await remindOf(lesson)) sent++
      return sent
    },
  }

  async function remindOf(lesson: LessonDocument): Promise<boolean> {
    const people = await known(lesson)
    const at = now()
    const updated = await outbox.update(lessons, lesson._id, (current) => {
      const { remindAt, remindKind, startsAt } = current
      if (current.status !== 'upcoming' || !remindAt || !remindKind || remindAt > at) return null
      const { send, next } = remind({ kind: remindKind, at: remindAt }, startsAt, at)
      // its lesson has begun: the next look passes it by
      if (!send) return null
      const change = { remindAt: next?.at ?? null, remindKind: next?.kind ?? null }
      const told = { by: null, at, announces: [current] }
      const happened = { type: 'session.reminder-due' as const, reminder: send }
      return { update: { $set: change }, event: sessionEvent(happened, current, people, told) }
    })
    if (!updated) {
      const tooLate = { _id: lesson._id, v: lesson.v, startsAt: { $lte: at } }
      await lessons.collection.updateOne(tooLate as never, { $set: silent } as never)
    }
    return updated !== null
  }
}

/** Those behind the cursor: they stay the same while others come in front of it. */
function behind(cursor: string | undefined, down: 1 | -1): object {
  if (cursor === undefined) return {}
  const match = /^(\d{1,15})_(.{1,64})$/.exec(cursor)
  if (!match) throw problem('cursor-invalid')
  const startsAt = new Date(Number(match[1]))
  const further = down === 1 ? '$gt' : '$lt'
  return { $or: [{ startsAt: { [further]: startsAt } }, { startsAt, _id: { [further]: match[2] } }] }
}
