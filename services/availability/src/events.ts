import { connectionEventTypes, type DarsiEvent } from '@darsi/contracts/events/events.ts'
import { type Consumes, handles } from '@darsi/kit/events/consumer.ts'
import type { FeedStore } from './calendar/feed-store.ts'
import { eraseChildrenOf, updateParties } from './flows/update-parties.ts'
import { cancelGroupsOf } from './groups/cancel-group.ts'
import { cancelOfAccount, keepToConnection } from './lessons/keep-to-connection.ts'
import type { ConnectionEvent, PartyStore } from './parties/party-store.ts'
import type { Parts } from './parts.ts'

/** Every handler may run again: it changes what differs from the newest state of the connection. */
export function consumes(parts: Parts): Consumes {
  return {
    ...partyEvents(parts.parties),
    ...handles(connectionEventTypes, (event) => followConnection(parts, event)),
    'guardian.left': async (event) => {
      for (const row of await parts.parties.leaveChild(event)) await updateParties(parts, row)
    },
    ...roomEvents(parts),
    'user.suspended': (event) => suspend(parts, event),
    ...calendarEvents(parts.feeds),
    // the person who registered the address before may know the address of the feed
    'user.reclaimed': (event) =>
      parts.grids.clear(event, event.data.role, () => parts.feeds.erase(event.subject)),
    'user.deletion-requested': ({ data }) => erase(parts, data.userId, new Date(data.at)),
  }
}

/** The events of one room arrive in their order. */
function roomEvents({ lessons }: Pick<Parts, 'lessons'>): Consumes {
  return {
    'participant.admitted': (event) => lessons.noteRoom(event, { state: 'live', cause: null }),
    'lesson.resumed': (event) => lessons.noteRoom(event, { state: 'live', cause: null }),
    'guardian.absent': (event) => lessons.noteRoom(event, { state: 'held', cause: 'guardian-absent' }),
    'lesson.held': (event) => {
      const cause = event.data.by === event.data.teacherId ? 'teacher' : 'guardian'
      return lessons.noteRoom(event, { state: 'held', cause })
    },
    'classroom.ended': async (event) => {
      const { sessionId, cause, proposal, liveSeconds } = event.data
      await lessons.noteRoom(event, { state: 'ended', cause })
      await lessons.noteAttendance(sessionId, { proposal, liveSeconds })
    },
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

async function followConnection(parts: Parts, event: ConnectionEvent): Promise<void> {
  const row = await parts.parties.applyConnection(event)
  if (!row) return
  await updateParties(parts, row)
  await keepToConnection(parts, row)
}

async function suspend(parts: Parts, event: DarsiEvent<'user.suspended'>): Promise<void> {
  const { userId } = event.data
  await parts.parties.setAccount(event, 'suspended')
  // an event from before a reinstatement must not cancel what was booked after it
  if (!(await parts.parties.isSuspended([userId]))) return
  await cancelOfAccount(parts, userId, { cause: 'account-suspended' })
  await cancelGroupsOf(parts, userId, 'account-suspended')
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
    parts.bookingStore,
    parts.reviews,
    parts.feeds,
  ])
    await store.erase(userId)
  // last, because it publishes that the erasure is done
  await parts.grids.erase(userId, at)
}

/** Another person may have used the account before one of these events and copied the address of the feed. */
function calendarEvents(feeds: FeedStore): Consumes {
  const renew = ({ subject, sequence }: Pick<DarsiEvent, 'subject' | 'sequence'>) =>
    feeds.renewAfter(subject, sequence)
  return {
    'user.verified': async (event) => {
      if (!event.data.again) await renew(event)
    },
    'user.password-changed': renew,
    'user.email-change-undone': renew,
    'user.sessions-ended': renew,
  }
}

/** The service keeps every teacher, whose free hours others ask for, and of other accounts only parties of connections. */
function partyEvents(parties: PartyStore): Consumes {
  const profile = async (event: DarsiEvent<'user.profile-changed'>): Promise<void> => {
    await parties.rename(event)
    if (event.data.role === 'teacher') await parties.setVisible(event, event.data.profileVisible)
  }
  const preferences = async (event: DarsiEvent<'user.preferences-changed'>): Promise<void> => {
    await parties.setLanguage(event)
    const { role, privacy } = event.data
    if (role === 'teacher') await parties.setVisible(event, privacy.profileVisible)
  }
  return {
    'user.profile-changed': profile,
    'user.preferences-changed': preferences,
    'user.registered': async (event) => {
      if (event.data.role === 'teacher') await parties.setAccount(event, event.data.status)
    },
    'user.approved': (event) => parties.setAccount(event, 'approved'),
    'user.reinstated': (event) => parties.setAccount(event, 'approved'),
    'user.reopened': (event) => parties.setAccount(event, 'pending'),
  }
}
