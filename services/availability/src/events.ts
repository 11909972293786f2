import { connectionEventTypes } from '@darsi/contracts/events/events.ts'
import { type Consumes, handles } from '@darsi/kit/events/consumer.ts'
import { calendarEvents } from './calendar/events.ts'
import { cancelGroupsOf } from './groups/cancel-group.ts'
import { lessonEvents } from './lessons/events.ts'
import { cancelOfAccount } from './lessons/keep-to-connection.ts'
import { eraseChildrenOf } from './lessons/update-parties.ts'
import { partyEvents } from './parties/events.ts'
import type { Parts } from './parts.ts'

export function consumes(parts: Parts): Consumes {
  return {
    ...partyEvents(parts.parties),
    ...lessonEvents(parts),
    ...calendarEvents(parts.feeds),
    // the person who registered the address before may know the address of the feed
    'user.reclaimed': (event) =>
      parts.grids.clear(event, event.data.role, () => parts.feeds.erase(event.subject)),
    'user.deletion-requested': ({ data }) => erase(parts, data.userId, new Date(data.at)),
  }
}

/** Handlers of state records: lessons and groups do not follow, so nobody is notified. */
export function rowWriters({ parties }: Pick<Parts, 'parties'>): Consumes {
  return {
    ...partyEvents(parties),
    'user.suspended': (event) => parties.setAccount(event, 'suspended'),
    ...handles(connectionEventTypes, parties.applyConnection),
  }
}

async function erase(parts: Parts, userId: string, at: Date): Promise<void> {
  // first, because the events of cancelled lessons name their parties
  await cancelOfAccount(parts, userId, { cause: 'account-erased' })
  await cancelGroupsOf(parts, userId, 'account-erased')
  await parts.parties.erase(userId, at)
  await eraseChildrenOf(parts, userId)
  for (const store of [
    parts.lessons,
    parts.groups,
    parts.reports,
    parts.bookings,
    parts.reviews,
    parts.feeds,
  ])
    await store.erase(userId)
  // last, because it publishes that the erasure is done
  await parts.grids.erase(userId, at)
}
