import { availabilityApi } from '@darsi/contracts/calls/availability/availability-api.ts'
import { rowsOf, writeExport } from '@darsi/kit/http/data-export.ts'
import { type Route, route } from '@darsi/kit/http/route.ts'
import type { Collections, Parts } from './parts.ts'

/** What availability keeps of a person: hours, lessons, and the reports and reviews of them. */
export function ownExportRoute({ grids, collections }: Pick<Parts, 'grids' | 'collections'>): Route {
  return route(availabilityApi, 'GET /me/export/lessons', async ({ identity: { userId }, response }) => {
    await writeExport(response, {
      availability: async () => {
        const { template, exceptions, noticeHours } = await grids.find(userId)
        return { template, exceptions, ...(noticeHours && { noticeHours }) }
      },
      ...sectionsOf(collections, userId),
      calendarFeed: async () => (await collections.feeds.countDocuments({ _id: userId })) > 0,
    })
    return undefined
  })
}

function sectionsOf({ lessons, groups, reports, reviews }: Collections, userId: string) {
  const ownReports = { $or: [{ partyIds: userId }, { teacherId: userId }] }
  return {
    lessons: rowsOf(lessons, { partyIds: userId }, lessonFields),
    groupHours: rowsOf(groups, { teacherId: userId }, groupFields),
    progressReports: rowsOf(reports, ownReports, reportFields),
    reviewsWritten: rowsOf(reviews, { by: userId }, ['term', 'rating', 'comment', 'at', 'answer']),
    // without the author, who may not want to be named
    reviewsReceived: rowsOf(reviews, { teacherId: userId }, [
      'term',
      'rating',
      'comment',
      'answer',
      'answeredAt',
    ]),
  }
}

const lessonFields = [
  'connectionId',
  'seriesId',
  'groupId',
  'seat',
  'teacherId',
  'studentId',
  'childId',
  'subject',
  'startsAt',
  'endsAt',
  'type',
  'place',
  'meetingLink',
  // without its link: the lesson's own is hidden while the lesson is on hold
  'agreedVenue.by',
  'agreedVenue.place',
  'notes',
  'parentPresent',
  'status',
  'reason',
  'bookedBy',
  'bookedAt',
  'completedAt',
  'attendance',
]
const groupFields = [
  ...['subject', 'level', 'audience', 'topic', 'startsAt', 'endsAt', 'type', 'place', 'meetingLink'],
  ...['price', 'capacity', 'status', 'cause', 'offeredAt'],
]
const reportFields = ['subject', 'startsAt', 'topics', 'effort', 'homework', 'note', 'writtenAt', 'readAt']
