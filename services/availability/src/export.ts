import { availabilityApi } from '@darsi/contracts/availability-api.ts'
import { rowsOf, writeExport } from '@darsi/kit/data-export.ts'
import { type Route, route } from '@darsi/kit/route.ts'
import type { GridStore } from './grid-store.ts'
import type { Sessions } from './sessions/sessions.ts'

type Parts = { store: Pick<GridStore, 'find'>; sessions: Pick<Sessions, 'models'> }

const lessonFields = [
  'connectionId',
  'seriesId',
  'teacherId',
  'studentId',
  'childId',
  'subject',
  'startsAt',
  'endsAt',
  'type',
  'place',
  'meetingLink',
  'parentPresent',
  'status',
  'reason',
  'bookedBy',
  'bookedAt',
  'completedAt',
]
const reportFields = ['subject', 'startsAt', 'topics', 'effort', 'homework', 'note', 'writtenAt', 'readAt']

/** What availability holds of a person: hours, lessons, and the reports and reviews of them. */
export function ownExportRoute({ store, sessions }: Parts): Route {
  const { lessons, reports, reviews, calendars } = sessions.models
  return route(availabilityApi, 'GET /me/export/lessons', async ({ identity, response }) => {
    const { userId } = identity
    await writeExport(response, {
      availability: async () => {
        const { template, exceptions } = await store.find(userId)
        return { template, exceptions }
      },
      lessons: rowsOf(lessons.collection, { partyIds: userId }, lessonFields),
      progressReports: rowsOf(
        reports.collection,
        { $or: [{ partyIds: userId }, { teacherId: userId }] },
        reportFields,
      ),
      reviewsWritten: rowsOf(reviews.collection, { by: userId }, [
        'term',
        'rating',
        'comment',
        'at',
        'answer',
      ]),
      // of whom is not said: the one who wrote it may not want it
      reviewsReceived: rowsOf(reviews.collection, { teacherId: userId }, [
        'term',
        'rating',
        'comment',
        'answer',
        'answeredAt',
      ]),
      calendarFeed: async () => (await calendars.collection.countDocuments({ _id: userId } as never)) > 0,
    })
    return undefined
  })
}
