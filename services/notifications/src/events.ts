import type { DarsiEvent } from '@darsi/contracts/events/events.ts'
import type { Consumes } from '@darsi/kit/events/consumer.ts'
import { newsletterConsumes } from './newsletter/events.ts'
import { withoutHistory } from './notifications/history.ts'
import { createNotify, createTakeBack } from './notifications/notify.ts'
import { notifyingEvents } from './notifications/table.ts'
import type { Parts } from './parts.ts'
import { createKeepPreferences } from './preferences/preference-store.ts'
import { createEndDevices } from './push/device-store.ts'
import { withLive } from './streams/live.ts'

/** Handlers of state records: nobody is notified. */
export const rowWriters = ({ preferences, erasures }: Pick<Parts, 'preferences' | 'erasures'>): Consumes => ({
  'user.preferences-changed': createKeepPreferences(preferences, erasures),
})

/** What follows from each event, in order. */
export function consumes(parts: Parts): Consumes {
  const { preferences, erasures, messages, numbers, site, publishLive } = parts
  const notify = createNotify({ ...parts, post: { mailer: parts.mailer, budget: parts.newsBudget } })
  const takeBack = createTakeBack(parts)
  const keepPreferences = createKeepPreferences(preferences, erasures)
  // before the notification, which must not reach a device of an ended session
  const endDevices = createEndDevices(parts.devices)
  // another person may have used the account until then, or it must get no more messages
  const endNumber = ({ subject, time }: DarsiEvent) => numbers.remove(subject, new Date(time))
  const newAddress = ({ subject, time }: DarsiEvent) => parts.returned.forget(subject, new Date(time))
  // the link of a reset came by mail
  const provenAddress = async (event: DarsiEvent<'user.password-changed'>) => {
    if (event.data.how === 'reset') await newAddress(event)
  }
  const table: Consumes = {
    ...Object.fromEntries(notifyingEvents.map((type) => [type, notify])),
    ...newsletterConsumes({ mailer: parts.mailer, links: site }),
    'message.sent': messages.sent,
    'thread.read': messages.read,
    'thread.removal-announced': inOrder(messages.removalAnnounced, notify),
    'session.booked': inOrder(takeBack, notify),
    'session.proposed': inOrder(takeBack, notify),
    'session.moved': inOrder(takeBack, notify),
    'session.cancelled': inOrder(takeBack, notify),
    // the notice comes with the pause of its connection; a proposal still needs an answer after the pause
    'session.held': async (event) => {
      if (event.data.status !== 'proposed') await takeBack(event)
    },
    // most logins notify nobody, so the language of the account is not read for them
    'user.logged-in': async (event) => {
      if (event.data.newDevice) await notify(event)
    },
    'user.preferences-changed': keepPreferences,
    'user.registered': inOrder(keepPreferences, notify),
    'user.reclaimed': inOrder(endDevices, endNumber, keepPreferences, notify),
    'user.suspended': inOrder(endDevices, endNumber, notify),
    'user.session-ended': inOrder(endDevices, notify),
    'user.sessions-ended': endDevices,
    'user.password-changed': inOrder(provenAddress, endDevices, notify),
    'user.second-factor-changed': inOrder(endDevices, notify),
    'user.email-changed': inOrder(
      newAddress,
      endDevices,
      ({ subject, personal: { email, oldEmail } }) =>
        messages.changeAddress(subject, { from: oldEmail, to: email }),
      notify,
    ),
    'user.email-change-undone': inOrder(
      newAddress,
      endDevices,
      endNumber,
      ({ subject, personal: { email, newEmail } }) =>
        messages.changeAddress(subject, { from: newEmail, to: email }),
      notify,
    ),
    // the last mail needs the language, which is erased after it
    'user.deletion-requested': inOrder(beginErasure(parts), notify, finishErasure(parts)),
  }
  return withLive(site.isDemo ? withoutHistory(table) : table, publishLive)
}

const inOrder =
  <E>(...steps: readonly ((event: NoInfer<E>) => Promise<unknown>)[]) =>
  async (event: E): Promise<void> => {
    for (const step of steps) await step(event)
  }

type Deletion = DarsiEvent<'user.deletion-requested'>

const beginErasure =
  ({ erasures, mails, notices, messages }: Parts) =>
  async ({ subject }: Deletion): Promise<void> => {
    await erasures.begin(subject)
    for (const { erase } of [mails, notices, messages]) await erase(subject)
  }

const finishErasure =
  ({ erasures, preferences, devices, pushes, numbers, sms, returned }: Parts) =>
  async ({ subject }: Deletion): Promise<void> => {
    for (const { erase } of [preferences, devices, pushes, sms, returned]) await erase(subject)
    await numbers.remove(subject)
    await erasures.confirm(subject)
  }
