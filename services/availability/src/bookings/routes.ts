import { sessionsApi } from '@darsi/contracts/calls/availability/sessions-api.ts'
import type { Language } from '@darsi/contracts/reference/languages.ts'
import { messageText } from '@darsi/contracts/texts/messages.ts'
import { type Route, route, success } from '@darsi/kit/http/route.ts'
import type { Lesson } from '../lessons/lesson.ts'
import { showLesson, showLessons } from '../lessons/show-lesson.ts'
import type { Parts } from '../parts.ts'
import { answerProposal } from './answer.ts'
import { bookLessons } from './book-lessons.ts'
import { freeHours } from './free-hours.ts'
import { rescheduleLesson } from './reschedule.ts'

export function bookingRoutes(parts: Parts): readonly Route[] {
  const { lessonQueries, partyQueries } = parts

  return [
    route(
      sessionsApi,
      'POST /sessions',
      async ({ identity, language, body, request }) => {
        const idempotencyKey = request.get('idempotency-key')
        const booked = await bookLessons(parts, identity.userId, { ...body, idempotencyKey })
        const views = await showLessons(parts, booked, { identity, language })
        return success(views, bookedText(booked, language))
      },
      ({ identity, body }) => partyQueries.reachesMinor(body.connectionId, identity.userId),
    ),
    route(sessionsApi, 'POST /sessions/:id/reschedule', async ({ identity, language, params, body }) => {
      const lesson = await lessonQueries.ofParty(params.id, identity.userId)
      await rescheduleLesson(parts, lesson, identity.userId, body)
      const view = await showLesson(parts, params.id, { identity, language })
      const slug = view.status === 'proposed' ? 'session-proposed' : 'session-moved'
      return success(view, messageText(slug, language))
    }),
    route(sessionsApi, 'POST /sessions/:id/answer', async ({ identity, language, params, body }) => {
      const lesson = await lessonQueries.ofParty(params.id, identity.userId)
      await answerProposal(parts, lesson, { ...body, by: identity.userId })
      const view = await showLesson(parts, params.id, { identity, language })
      return success(view, messageText(body.agreed ? 'session-booked' : 'session-declined', language))
    }),
    route(sessionsApi, 'GET /availability/teachers/:id', async ({ identity, params, query }) => {
      return success(await freeHours(parts, { teacherId: params.id, callerId: identity.userId, ...query }))
    }),
  ]
}

function bookedText(booked: readonly Lesson[], language: Language): string {
  if (booked.some(({ status }) => status === 'proposed')) return messageText('session-proposed', language)
  const slug = booked.length > 1 ? 'session-series-booked' : 'session-booked'
  return messageText(slug, language, { count: String(booked.length) })
}
