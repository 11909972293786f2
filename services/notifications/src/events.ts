import type { Consumes } from '@darsi/kit/events/consumer.ts'
import type { MessageEvents } from './digests/events.ts'
import { newsletterConsumes } from './newsletter/events.ts'
import { withoutHistory } from './notifications/history.ts'
import { createNotify, type LessonEvent, type NotifyDeps } from './notifications/notify.ts'
import { notifyingEvents } from './notifications/table.ts'
import { createKeepPreferences } from './preferences/events.ts'
import { type PushEventDeps, withPushDevices } from './push/events.ts'
import { withLive } from './streams/with-live.ts'

/** Handlers of state records: nobody is notified. */
export const rowWriters = ({ preferences, erasures }: Pick<Deps, 'preferences' | 'erasures'>): Consumes => ({
  'user.preferences-changed': createKeepPreferences(preferences, erasures),
})

type Deps = NotifyDeps & { messages: MessageEvents } & PushEventDeps

export function consumes(deps: Deps): Consumes {
  const { mails, notices, preferences, erasures, messages, publishLive } = deps
  const { notify, takeBack } = createNotify(deps)
  const keepPreferences = createKeepPreferences(preferences, erasures)
  const replaceNotifications = async (event: LessonEvent): Promise<void> => {
    await takeBack(event)
    await notify(event)
  }
  const table: Consumes = {
    ...Object.fromEntries(notifyingEvents.map((type) => [type, notify])),
    ...newsletterConsumes(deps),
    'message.sent': messages.sent,
    'thread.read': messages.read,
    'thread.removal-announced': async (event) => {
      await messages.removalAnnounced(event)
      await notify(event)
    },
    'session.booked': replaceNotifications,
    'session.proposed': replaceNotifications,
    'session.moved': replaceNotifications,
    'session.cancelled': replaceNotifications,
    // the notice comes with the pause of its connection; a proposal still needs an answer after the pause
    'session.held': async (event) => {
      if (event.data.status !== 'proposed') await takeBack(event)
    },
    // most logins notify nobody, so the language of the account is not read for them
    'user.logged-in': async (event) => {
      if (event.data.newDevice) await notify(event)
    },
    'user.preferences-changed': keepPreferences,
    'user.registered': async (event) => {
      await keepPreferences(event)
      await notify(event)
    },
    'user.reclaimed': async (event) => {
      await keepPreferences(event)
      await notify(event)
    },
    'user.email-changed': async (event) => {
      const { email, oldEmail } = event.personal
      await messages.changeAddress(event.subject, { from: oldEmail, to: email })
      await notify(event)
    },
    'user.email-change-undone': async (event) => {
      const { email, newEmail } = event.personal
      await messages.changeAddress(event.subject, { from: newEmail, to: email })
      await notify(event)
    },
    'user.deletion-requested': async (event) => {
      await erasures.begin(event.subject)
      await mails.erase(event.subject)
      await notices.erase(event.subject)
      await messages.erase(event.subject)
      // before the preferences: the last mail needs the language
      await notify(event)
      await preferences.erase(event.subject)
      await deps.devices.erase(event.subject)
      await deps.pushes.erase(event.subject)
      await deps.numbers.remove(event.subject)
      await deps.sms.erase(event.subject)
      await erasures.confirm(event.subject)
    },
  }
  const handlers = withPushDevices(table, deps)
  return withLive(deps.isDemo ? withoutHistory(handlers) : handlers, publishLive)
}
