import type { EventInput } from '@darsi/contracts/events/events.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import type { Alert, Recipient, Step } from './alert.ts'

type Told = { by: string; at: Date; text: string; seal: (text: string) => string }

export type Taken = { step: Step; event: EventInput<'alert.paused' | 'alert.message-sent'> }

/**
 * Pauses a connection of the alert. The caller has checked that the connection is open; of two administrators at once
 * the second one finds the step of the first.
 * @param liftedAt of the newest decision on a pause of the connection
 * @throws problem `alert-resolved`, `reason-required` or `connection-paused`
 */
export function pauseStep(
  alert: Alert,
  { connectionId, liftedAt }: { connectionId: string; liftedAt: Date | null },
  { by, at, text, seal }: Told,
): Taken {
  requireOpen(alert, text)
  if (isPausedByStep(alert, connectionId, liftedAt)) throw problem('connection-paused')
  return {
    step: { kind: 'paused', by, at, connectionId, to: null, sealed: seal(text) },
    event: {
      type: 'alert.paused',
      data: { alertId: alert._id, by, connectionId, at: at.toISOString() },
    },
  }
}

/** @throws problem `alert-resolved` or `reason-required` */
export function messageStep(alert: Alert, to: Recipient, { by, at, text, seal }: Told): Taken {
  requireOpen(alert, text)
  const { userId, email, fullName, language } = to
  return {
    step: { kind: 'written', by, at, connectionId: null, to: userId, sealed: seal(text) },
    event: {
      type: 'alert.message-sent',
      data: { alertId: alert._id, by, to: userId, at: at.toISOString() },
      personal: { recipient: { email, fullName, language }, text },
    },
  }
}

/** An administrator paused the connection after the newest decision on it; users may not have applied that yet. */
export function isPausedByStep(
  { steps }: Pick<Alert, 'steps'>,
  connectionId: string,
  liftedAt: Date | null,
): boolean {
  return steps.some((step) => step.connectionId === connectionId && (!liftedAt || step.at > liftedAt))
}

function requireOpen({ status }: Alert, text: string): void {
  if (status !== 'open') throw problem('alert-resolved')
  if (text === '') throw problem('reason-required')
}
