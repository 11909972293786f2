import type { DarsiEvent } from '@darsi/contracts/events/events.ts'
import type { Consumes } from '@darsi/kit/events/consumer.ts'
import type { SmsNumberStore } from '../sms/sms-number-store.ts'
import type { SmsStore } from '../sms/sms-store.ts'
import type { DeviceStore } from './device-store.ts'
import type { PushStore } from './push-store.ts'

export type PushEventDeps = {
  devices: Pick<DeviceStore, 'removeAll' | 'erase'>
  pushes: Pick<PushStore, 'erase'>
  numbers: Pick<SmsNumberStore, 'remove'>
  sms: Pick<SmsStore, 'erase'>
}

/** They end sessions, and a device belongs to one. */
const ending = [
  'user.suspended',
  'user.session-ended',
  'user.sessions-ended',
  'user.password-changed',
  'user.email-changed',
  'user.email-change-undone',
  'user.second-factor-changed',
  'user.reclaimed',
] as const

/** Another person may have used the account until then, or the account must get no more messages. */
const endingNumbers: readonly string[] = ['user.suspended', 'user.email-change-undone', 'user.reclaimed']

/** Removes the devices first: the notice of such an event must not reach one of them. */
export function withPushDevices(
  table: Consumes,
  { devices, numbers }: Pick<PushEventDeps, 'devices' | 'numbers'>,
): Consumes {
  const entries = ending.map((type) => {
    // `as`: the handler of exactly this type
    const handle = table[type] as ((event: DarsiEvent) => Promise<unknown>) | undefined
    const removeAndHandle = async (event: DarsiEvent): Promise<void> => {
      const at = new Date(event.time)
      // the session that stays, in the events that have one
      const except = 'sessionId' in event.data ? event.data.sessionId : undefined
      if (!isRecoveryCode(event)) await devices.removeAll(event.subject, at, except)
      if (endingNumbers.includes(type)) await numbers.remove(event.subject, at)
      await handle?.(event)
    }
    return [type, removeAndHandle] as const
  })
  return { ...table, ...Object.fromEntries(entries) }
}

/** A sign-in with a recovery code ends no session. */
const isRecoveryCode = (event: DarsiEvent): boolean =>
  event.type === 'user.second-factor-changed' && event.data.change === 'recovery-used'
