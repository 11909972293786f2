import type { DarsiEvent } from '@darsi/contracts/events/events.ts'
import type { DeviceStore } from './device-store.ts'

type EndingEvent = DarsiEvent<
  | 'user.suspended'
  | 'user.session-ended'
  | 'user.sessions-ended'
  | 'user.password-changed'
  | 'user.email-changed'
  | 'user.email-change-undone'
  | 'user.second-factor-changed'
  | 'user.reclaimed'
>

/** These events end sessions, and a device belongs to one. */
export const createEndDevices =
  (devices: Pick<DeviceStore, 'removeAll'>) =>
  async (event: EndingEvent): Promise<void> => {
    // a sign-in with a recovery code ends no session
    if (event.type === 'user.second-factor-changed' && event.data.change === 'recovery-used') return
    // the session that stays, in the events that have one
    const except = 'sessionId' in event.data ? event.data.sessionId : undefined
    await devices.removeAll(event.subject, new Date(event.time), except)
  }
