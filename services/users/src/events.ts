import { type Consumes, handles } from '@darsi/kit/events/consumer.ts'
import { accountConsumers, accountRows } from './account-events.ts'
import { pauseForAlert } from './connections/pauses/pause-connections.ts'
import { reviewCareChange } from './families/care-change-commands.ts'
import type { Parts } from './parts.ts'
import { ownConsumers } from './reactions.ts'
import { reviewConnection } from './requests/connection-commands.ts'
import { followReview, followTemplate } from './teachers/search-updates.ts'
import { reportHeldLesson } from './threads/held-reports.ts'
import { reportLessonSecrecy } from './threads/secrecy-reports.ts'
import { recordBoardText, recordLesson, recordLessonReport } from './utterances/lesson-words.ts'

/** Each event type has one consumer, which calls the features in the order that they need. */
export function consumes(parts: Parts): Consumes {
  return {
    ...accountConsumers(parts),
    ...ownConsumers(parts),
    'availability.saved': (event) => followTemplate(parts, event),
    'review.written': (event) => followReview(parts, event),
    'care-change.reviewed': ({ data, personal }) => {
      const { changeId, decision, by } = data
      const times = { askedAt: new Date(data.askedAt), at: new Date(data.at) }
      return reviewCareChange(parts, changeId, { decision, by, note: personal.note, ...times })
    },
    'duplicate.found': async ({ data: { pairId, userId, other } }) => {
      const users = [userId, other]
      if ((await parts.profiles.erasedAmong(users)).length > 0) return
      await parts.careChanges.lookAlikes.add(pairId, users)
      // an erasure at the same time
      for (const erased of await parts.profiles.erasedAmong(users))
        await parts.careChanges.lookAlikes.erase(erased)
    },
    'connection.reviewed': ({ data, personal }) => {
      const { connectionId, decision, by, at, stoppedAt } = data
      return reviewConnection(parts, connectionId, {
        ...{ decision, by, notes: personal.notes, at: new Date(at) },
        stoppedAt: stoppedAt === undefined ? null : new Date(stoppedAt),
      })
    },
    'upgrade.reviewed': ({ data }) =>
      parts.upgrades.decide(data.teacherId, new Date(data.requestedAt), data.decision),
    'alert.paused': ({ id, data: { connectionId, at } }) =>
      pauseForAlert(parts, id, { connectionId }, { stoppedAt: new Date(at), pausedFor: null }),
    ...handles(
      [
        'session.booked',
        'session.proposed',
        'session.moved',
        'session.changed',
        'session.cancelled',
        'session.no-show',
      ],
      async (event) => {
        await recordLesson(parts, event)
        await reportHeldLesson(parts, event)
        await reportLessonSecrecy(parts, event)
      },
    ),
    'report.written': async (event) => {
      await recordLessonReport(parts, event)
      await reportHeldLesson(parts, event)
      await reportLessonSecrecy(parts, event)
    },
    'board.written': async (event) => {
      await recordBoardText(parts, event)
      await reportHeldLesson(parts, event)
      await reportLessonSecrecy(parts, event)
    },
    'alert.opened': async ({ data }) => {
      const { alertId, stops, evidence } = data
      // the pause first, because it protects the learner
      if (stops) {
        const pausedFor = await parts.reports.causeOf(alertId)
        await pauseForAlert(parts, alertId, stops, { stoppedAt: new Date(stops.at), pausedFor })
      }
      if (evidence) await parts.copyEvidence(alertId, evidence, parts.now())
    },
  }
}

/** Handlers of state records: connections, threads and waiting lists do not follow, so nobody is notified. */
export function rowWriters(parts: Parts): Consumes {
  return {
    ...accountRows(parts),
    'availability.saved': (event) => followTemplate(parts, event),
    'review.written': (event) => followReview(parts, event),
  }
}
