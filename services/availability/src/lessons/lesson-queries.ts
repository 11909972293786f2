import type { SessionStatus } from '@darsi/contracts/calls/availability/sessions-api.ts'
import { addDays, instantOf, mondayOfDate } from '@darsi/contracts/reference/tunis-time.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import type { Filter } from '@darsi/kit/mongo/collection.ts'
import { byTime, pageOf } from '@darsi/kit/mongo/page.ts'
import { type Lesson, statusesAhead } from './lesson.ts'
import type { LessonDocument, Lessons } from './lesson-store.ts'

type LessonFilter = Filter<LessonDocument>
export type LessonQueries = ReturnType<typeof createLessonQueries>
type Listing = {
  userId: string
  status?: SessionStatus | undefined
  childId?: string | undefined
  ahead?: 'true' | undefined
  week?: string | undefined
  limit: number
  cursor?: string | undefined
}

const ahead = { $in: [...statusesAhead] }
const calendarLimit = 2000

export function createLessonQueries(lessons: Lessons, now: () => Date) {
  const many = (filter: LessonFilter, limit = 0) =>
    lessons.find(filter, { sort: { startsAt: 1 }, limit }).toArray()
  const find = (_id: string): Promise<LessonDocument | null> => lessons.findOne({ _id })
  /** @throws problem 404 for other people, as if the lesson did not exist */
  const ofParty = async (id: string, userId: string): Promise<LessonDocument> => {
    const lesson = await find(id)
    if (!lesson?.partyIds.includes(userId)) throw problem('not-found')
    return lesson
  }

  return {
    find,
    ofParty,
    /** @throws problem 404 for everybody but its teacher */
    taughtBy: async (id: string, teacherId: string): Promise<LessonDocument> => {
      const lesson = await ofParty(id, teacherId)
      if (lesson.teacherId !== teacherId) throw problem('not-found')
      return lesson
    },
    byIds: (ids: readonly string[]) => many({ _id: { $in: [...ids] } }),
    page: pageWith(lessons, now),
    count: (filter: LessonFilter): Promise<number> => lessons.countDocuments(filter),
    ofChildren: (userId: string) =>
      lessons
        .find(
          { partyIds: userId, childId: { $type: 'string' } },
          {
            projection: { connectionId: 1, childId: 1, status: 1, startsAt: 1, endsAt: 1 },
            sort: { startsAt: 1 },
          },
        )
        .toArray(),
    completedOf: (userId: string) => many({ partyIds: userId, status: 'completed' }),
    nextOf: (userId: string, limit: number) =>
      many({ partyIds: userId, status: ahead, endsAt: { $gt: now() } }, limit),

    /** The lessons of a teacher or a learner that take place between two moments. */
    between: (userId: string, from: Date, to: Date) =>
      many({
        $or: [{ teacherId: userId }, { studentId: userId }],
        status: { $ne: 'cancelled' },
        startsAt: { $gte: from, $lt: to },
      }),
    /** In all states. */
    since: (userId: string, from: Date) =>
      many({ partyIds: userId, startsAt: { $gte: from } }, calendarLimit),

    laterInSeries: ({ seriesId, startsAt }: Lesson) =>
      seriesId ? many({ seriesId, status: ahead, startsAt: { $gt: startsAt } }) : [],
    /** Cancelled lessons whose announced lessons are not all cancelled. */
    cancelling: () => many({ 'cancelling.by': { $type: 'string' } }),
    /** Changed lessons whose announced lessons are not all changed. */
    changing: () => many({ 'changing.by': { $type: 'string' } }),
    /** The seats of group hours that are taken. */
    ofGroups: (groupIds: readonly string[]) =>
      many({ groupId: { $in: [...groupIds] }, status: { $ne: 'cancelled' } }),
    /** The lessons that were proposed together and wait for one answer. */
    proposed: (token: string) => many({ token, status: 'proposed' }),
    unanswered: (at: Date) => many({ status: 'proposed', proposedUntil: { $lte: at } }),
    isReportWaiting: async ({ connectionId }: Lesson): Promise<boolean> =>
      (await lessons.countDocuments({ connectionId, reportDueAt: { $type: 'date' } })) > 0,

    /** Lessons that have not begun and are not cancelled. */
    ahead: (filter: LessonFilter) => many({ status: ahead, ...filter, startsAt: { $gt: now() } }),
    countAhead: (connectionId: string): Promise<number> =>
      lessons.countDocuments({ connectionId, status: ahead, startsAt: { $gt: now() } }),
    /** Lessons of a connection that are not over. */
    planned: (connectionId: string, heldAt: null | { $type: 'date' }) =>
      many({ connectionId, status: ahead, endsAt: { $gt: now() }, heldAt }),
    /** On hold although their hour has come. */
    begunOnHold: () => many({ heldAt: { $type: 'date' }, status: ahead, startsAt: { $lte: now() } }),
  }
}

const pageWith =
  (lessons: Lessons, now: () => Date) =>
  ({ userId, status, childId, ahead: isAhead, week, limit, cursor }: Listing) => {
    // proposed lessons are part of the upcoming list
    const statuses = status === 'upcoming' ? ahead : status
    const filter = {
      partyIds: userId,
      ...(statuses && { status: statuses }),
      ...(childId && { childId }),
      ...(isAhead && { endsAt: { $gt: now() } }),
      ...(week !== undefined && { startsAt: inWeekOf(week) }),
    }
    const direction = status === 'upcoming' || week !== undefined ? 1 : -1
    const order = byTime('startsAt', direction)
    return pageOf(lessons, { filter, order, limit, cursor })
  }

function inWeekOf(date: string) {
  const monday = mondayOfDate(date)
  return { $gte: instantOf(monday, 0), $lt: instantOf(addDays(monday, 7), 0) }
}
