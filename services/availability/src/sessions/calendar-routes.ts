import { productName } from '@darsi/contracts/product.ts'
import { sessionsApi } from '@darsi/contracts/sessions-api.ts'
import { isSubject, subjectLabel } from '@darsi/contracts/subjects.ts'
import { type CalendarEvent, calendarText } from '@darsi/kit/icalendar.ts'
import { problem } from '@darsi/kit/problem.ts'
import { type Route, route, success } from '@darsi/kit/route.ts'
import type { Lesson } from './lesson.ts'
import type { Sessions } from './sessions.ts'
import { namesOf } from './view.ts'

const dayMs = 24 * 3600 * 1000
/** Long enough for a calendar program that was away to take back what was cancelled. */
const shownDays = 90

export function calendarRoutes(sessions: Sessions, publicUrl: string): readonly Route[] {
  const { calendars } = sessions
  const addressOf = (token: string) => ({ url: `${publicUrl}/api/calendar/${token}.ics` })

  return [
    route(sessionsApi, 'GET /me/calendar', async ({ identity }) =>
      success(addressOf(await calendars.current(identity.userId))),
    ),
    route(sessionsApi, 'POST /me/calendar', async ({ identity }) =>
      success(addressOf(await calendars.renew(identity.userId))),
    ),
    route(sessionsApi, 'GET /calendar/:file', async ({ params, response }) => {
      const token = /^([\w-]{43})\.ics$/.exec(params.file)?.[1]
      const userId = token ? await calendars.owner(token) : null
      // the address works without a login: whoever may not log in reads nothing by it either
      if (!userId || (await sessions.parties.isSuspended([userId]))) throw problem('not-found')
      response
        .set('Cache-Control', 'private, no-store')
        .set('Content-Disposition', 'inline; filename="darsi.ics"')
        .type('text/calendar; charset=utf-8')
        .send(await feedOf(sessions, userId, new URL(publicUrl).hostname))
      return undefined
    }),
  ]
}

/** All lessons of one person, named in the language that the person last chose. */
export async function feedOf(
  { lessons, parties, now }: Pick<Sessions, 'lessons' | 'parties' | 'now'>,
  userId: string,
  hostname: string,
): Promise<string> {
  const list = await lessons.since(userId, new Date(now().getTime() - shownDays * dayMs))
  const connections = await parties.connectionsOf([...new Set(list.map(({ connectionId }) => connectionId))])
  const ids = [...connections.values()].flatMap(({ partyIds }) => partyIds)
  const people = await parties.peopleOf([...new Set([userId, ...ids])])
  const language = people.get(userId)?.language ?? 'en'

  const entry = (lesson: Lesson): CalendarEvent => {
    const names = namesOf(lesson.connectionId, { connections, people }, userId)
    const teacher = lesson.teacherId === userId ? '' : names.teacher
    const student = lesson.studentId === userId ? '' : names.student
    const subject = isSubject(lesson.subject) ? subjectLabel(lesson.subject, language) : lesson.subject
    return {
      uid: `${lesson._id}@${hostname}`,
      sequence: lesson.revision,
      startsAt: lesson.startsAt,
      endsAt: lesson.endsAt,
      stamp: lesson.bookedAt,
      summary: [subject, teacher, student].filter(Boolean).join(' · '),
      location: lesson.place || lesson.meetingLink,
      description: lesson.meetingLink,
      url: lesson.meetingLink,
      isCancelled: lesson.status === 'cancelled',
    }
  }
  return calendarText(list.map(entry), { method: 'PUBLISH', name: productName[language] })
}
