import type { Consumes } from '@darsi/kit/events/consumer.ts'
import { accountConsumers, accountRows } from './account-events.ts'
import { connectionConsumers } from './connection-events.ts'
import { reviewCareChange } from './families/care-change-commands.ts'
import { eraseLearnerHomework } from './homework/homework-commands.ts'
import type { Parts } from './parts.ts'
import { followProofs } from './proofs/proof-commands.ts'
import { followPlaces } from './requests/offer-places.ts'
import { sendDrafts } from './requests/waiting-commands.ts'
import { followReview, followTemplate } from './teachers/search-updates.ts'
import { leaveClosedThreads } from './threads/thread-commands.ts'

/** Each event type has one consumer, which calls the features in the order that they need. */
export function consumes(parts: Parts): Consumes {
  return {
    ...accountConsumers(parts),
    ...connectionConsumers(parts),
    'availability.saved': (event) => followTemplate(parts, event),
    'review.written': (event) => followReview(parts, event),
    'guardian.joined': async ({ data }) => {
      if (data.accountId) await sendDrafts(parts, data.accountId)
    },
    'guardian.left': async ({ data }) => {
      await parts.transfers.voidUnused(data.childId, new Date(data.at))
      await eraseLearnerHomework(parts, await leaveClosedThreads(parts, data))
    },
    'care-change.reviewed': ({ data, personal }) => {
      const { changeId, decision, by } = data
      const times = { askedAt: new Date(data.askedAt), at: new Date(data.at) }
      return reviewCareChange(parts, changeId, { decision, by, note: personal.note, ...times })
    },
    'proof.decided': ({ subject }) => followProofs(parts, subject),
    'upgrade.reviewed': async ({ data }) => {
      await parts.upgrades.decide(data.teacherId, new Date(data.requestedAt), data.decision)
      await followPlaces(parts, data.teacherId)
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
