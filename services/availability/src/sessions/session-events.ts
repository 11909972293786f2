import type { DarsiEvent } from '@darsi/contracts/events.ts'
import type { Consumes } from '@darsi/kit/consumer.ts'
import type { ConnectionEvent } from './parties.ts'
import type { Sessions } from './sessions.ts'

/** What lessons learn from the others. Every handler may run again: it looks at how things stand now. */
export function sessionConsumes({ parties, lessons }: Sessions): Consumes {
  const connection = async (event: ConnectionEvent): Promise<void> => {
    const row = await parties.apply(event)
    if (!row) return
    await lessons.reparty(row)
    await lessons.keepTo(row)
  }
  const profile = async (event: DarsiEvent<'user.profile-changed'>): Promise<void> => {
    await parties.renamed(event)
    if (event.data.role === 'teacher') await parties.visible(event)
  }
  const preferences = async (event: DarsiEvent<'user.preferences-changed'>): Promise<void> => {
    await parties.speaks(event)
    const { role, privacy } = event.data
    if (role === 'teacher' && privacy) await parties.privacy(event, privacy.profileVisible)
  }
  return {
    'connection.requested': connection,
    'connection.agreed': connection,
    'connection.approved': connection,
    'connection.declined': connection,
    'connection.cancelled': connection,
    'connection.expiring': connection,
    'connection.expired': connection,
    'connection.ended': connection,
    'connection.changed': connection,
    'user.profile-changed': profile,
    'user.preferences-changed': preferences,
    'user.registered': async (event) => {
      if (event.data.role === 'teacher') await parties.account(event, event.data.status)
    },
    'user.approved': (event) => parties.account(event, 'approved'),
    'user.reinstated': (event) => parties.account(event, 'approved'),
    'user.reopened': (event) => parties.account(event, 'pending'),
    'user.suspended': async (event) => {
      await parties.account(event, 'suspended')
      const { userId } = event.data
      // a guardian's suspension does not take the child's lessons
      await lessons.fallAway({ $or: [{ teacherId: userId }, { studentId: userId }] }, 'account-suspended')
    },
  }
}

/** Before the account's own erasure is confirmed. */
export async function eraseSessions(
  { parties, lessons, reviews, reports, calendars, models }: Sessions,
  userId: string,
  at: Date,
): Promise<void> {
  await lessons.fallAway({ $or: [{ teacherId: userId }, { studentId: userId }] }, 'account-erased')
  await parties.erase(userId, at)
  const leave = { $pull: { partyIds: userId } }
  await models.lessons.collection.updateMany({ partyIds: userId } as never, leave as never)
  await models.reports.collection.updateMany({ partyIds: userId } as never, leave as never)
  const own = { $or: [{ teacherId: userId }, { studentId: userId }] }
  const gone = { place: '', meetingLink: '', reason: '' }
  await models.lessons.collection.updateMany(own as never, { $set: gone } as never)
  await models.lessons.collection.updateMany(
    { bookedBy: userId } as never,
    { $set: { bookedBy: '' } } as never,
  )
  await models.bookings.collection.deleteMany({ by: userId, openAt: null } as never)
  await reviews.erase(userId)
  await reports.erase(userId)
  await calendars.erase(userId)
}
