import type { DarsiEvent } from '@darsi/contracts/events/events.ts'
import type { Notification } from './notification.ts'
import { teamAt } from './ticket.ts'

/** A mail to the person would come back too: they get a notice, and the team a mail with the link to the account. */
export function mailReturned(
  { subject: userId }: DarsiEvent<'user.mail-returned'>,
  support: string,
): Notification[] {
  return [
    { userId, to: { email: '', fullName: '', language: 'fr' }, notice: 'email-returned' },
    {
      userId,
      to: teamAt(support, 'fr'),
      mail: 'email-returned',
      path: `/admin/dashboard?tab=users&person=${encodeURIComponent(userId)}`,
    },
  ]
}
