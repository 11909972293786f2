import type { DarsiEvent } from '@darsi/contracts/events/events.ts'
import type { Consumes } from '@darsi/kit/events/consumer.ts'
import type { FeedStore } from './feed-store.ts'

/** Another person may have used the account before one of these events and copied the address of the feed. */
export function calendarEvents(feeds: FeedStore): Consumes {
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
