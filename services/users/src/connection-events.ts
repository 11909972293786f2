import type { DarsiEvent } from '@darsi/contracts/events/events.ts'
import { isErasedChild } from '@darsi/contracts/rules/erased-child.ts'
import type { Consumes } from '@darsi/kit/events/consumer.ts'
import { pauseForAlert } from './connections/pauses/pause-connections.ts'
import { eraseLearnerHomework } from './homework/homework-commands.ts'
import type { Parts } from './parts.ts'
import { reviewConnection } from './requests/connection-commands.ts'
import { followPlaces } from './requests/offer-places.ts'
import { followAnswer, followLearner } from './teachers/search-updates.ts'
import { copyEvidence } from './threads/alert-evidence.ts'
import { reportHeldMessage, reportHeldRequest } from './threads/safety-reports.ts'
import { followConnection } from './threads/thread-commands.ts'

export function connectionConsumers(parts: Parts): Consumes {
  const follow = async (event: Pick<DarsiEvent<'connection.changed'>, 'data' | 'sequence'>) => {
    await followConnection(parts, event)
    if (isErasedChild(event.data)) await eraseLearnerHomework(parts, [event.data.connectionId])
  }
  return {
    'connection.requested': async (event) => {
      const { connectionId: _id, teacherId, studentId = null, childId = null, requestedAt } = event.data
      await parts.waiting.requested({
        _id,
        teacherId,
        studentId,
        childId,
        requestedAt: new Date(requestedAt),
      })
      await reportHeldRequest(parts, event)
    },
    'connection.agreed': async (event) => {
      await followAnswer(parts, event)
      await followPlaces(parts, event.data.teacherId)
    },
    'connection.declined': async (event) => {
      await followAnswer(parts, event)
      await followPlaces(parts, event.data.teacherId)
    },
    'connection.cancelled': ({ data }) => followPlaces(parts, data.teacherId),
    'connection.expired': ({ data }) => followPlaces(parts, data.teacherId),
    'place.lapsed': ({ data }) => followPlaces(parts, data.teacherId),
    'connection.approved': async (event) => {
      await followAnswer(parts, event)
      await followLearner(parts, event)
      await followConnection(parts, event)
      await followPlaces(parts, event.data.teacherId)
    },
    'connection.changed': follow,
    'connection.ended': async (event) => {
      await follow(event)
      await followPlaces(parts, event.data.teacherId)
    },
    'connection.suspended': follow,
    'connection.reopened': follow,
    'connection.reviewed': ({ data, personal }) => {
      const { connectionId, decision, by, at, stoppedAt } = data
      return reviewConnection(parts, connectionId, {
        ...{ decision, by, notes: personal.notes, at: new Date(at) },
        stoppedAt: stoppedAt === undefined ? null : new Date(stoppedAt),
      })
    },
    'message.sent': (event) => reportHeldMessage(parts, event),
    'alert.opened': async ({ data }) => {
      const { alertId, stops, evidence } = data
      // the pause first, because it protects the learner
      if (stops) await pauseForAlert(parts, alertId, stops, new Date(stops.at))
      if (evidence) await copyEvidence(parts, alertId, evidence)
    },
  }
}
