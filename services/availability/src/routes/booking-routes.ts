import { sessionsApi } from '@darsi/contracts/calls/availability/sessions-api.ts'
import type { Language } from '@darsi/contracts/reference/languages.ts'
import { messageText } from '@darsi/contracts/texts/messages.ts'
import { type Route, route, success } from '@darsi/kit/http/route.ts'
import { answerProposal } from '../bookings/answer.ts'
import { bookLessons } from '../bookings/book-lessons.ts'
import type { Bookings } from '../bookings/commit.ts'
import type { RequestChecks } from '../bookings/request-checks.ts'
import { rescheduleLesson } from '../bookings/reschedule.ts'
import type { Lesson } from '../lessons/lesson.ts'
import type { LessonQueries } from '../lessons/lesson-queries.ts'
import type { PartyQueries } from '../parties/party-queries.ts'
import type { LessonViews } from '../views/show-lesson.ts'

type Parts = {
  bookings: Bookings
  lessons: LessonQueries
  parties: PartyQueries
  checks: RequestChecks
  views: LessonViews
  now: () => Date
}

export function bookingRoutes(parts: Parts): readonly Route[] {
  const { lessons, parties, views } = parts

  return [
    route(
      sessionsApi,
      'POST /sessions',
      async ({ identity, language, body, request }) => {
        const idempotencyKey = request.get('idempotency-key')
        const booked = await bookLessons(parts, identity.userId, { ...body, idempotencyKey })
        const shown = await views.many(booked, { identity, language })
        return success(shown, bookedText(booked, language))
      },
      { readers: ({ identity, body }) => parties.readersOf(body.connectionId, identity.userId) },
    ),
    route(sessionsApi, 'POST /sessions/:id/reschedule', async ({ identity, language, params, body }) => {
      const lesson = await lessons.ofParty(params.id, identity.userId)
      await rescheduleLesson(parts, lesson, identity.userId, body)
      const view = await views.one(params.id, { identity, language })
      const slug = view.status === 'proposed' ? 'session-proposed' : 'session-moved'
      return success(view, messageText(slug, language))
    }),
    route(sessionsApi, 'POST /sessions/:id/answer', async ({ identity, language, params, body }) => {
      const lesson = await lessons.ofParty(params.id, identity.userId)
      await answerProposal(parts, lesson, { ...body, by: identity.userId })
      const view = await views.one(params.id, { identity, language })
      return success(view, messageText(body.agreed ? 'session-booked' : 'session-declined', language))
    }),
  ]
}

function bookedText(booked: readonly Lesson[], language: Language): string {
  if (booked.some(({ status }) => status === 'proposed')) return messageText('session-proposed', language)
  const slug = booked.length > 1 ? 'session-series-booked' : 'session-booked'
  return messageText(slug, language, { count: booked.length })
}
