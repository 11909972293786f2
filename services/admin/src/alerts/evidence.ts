import type { OpenedEvidence } from '@darsi/contracts/calls/admin/evidence-api.ts'
import type { Alert } from './alert.ts'

export type Identity = OpenedEvidence['people'][number]

/**
 * True for reports of people, alerts about an account, and reports from a classroom: one of a group names nobody. Alerts
 * of the lesson clock accuse nobody.
 */
export function needsEvidence({
  claimed,
  aboutUserId,
  severity,
  fromClassroom,
}: Pick<Alert, 'claimed' | 'aboutUserId' | 'severity' | 'fromClassroom'>): boolean {
  return severity !== 'low' && (claimed || fromClassroom || aboutUserId !== null)
}

/** When evidence is deleted: the legal period after its alert was resolved. */
export function expiryOf(resolvedAt: Date, years: number): Date {
  const end = new Date(resolvedAt)
  end.setUTCFullYear(end.getUTCFullYear() + years)
  return end
}

/** Each person once; the identity from when the alert was raised wins over a later copy. */
export function everybody(...copies: readonly (readonly Identity[])[]): Identity[] {
  const people = new Map<string, Identity>()
  for (const one of copies.flat()) {
    const known = people.get(one.userId)
    if (!known || (!known.email && one.email)) people.set(one.userId, one)
  }
  return [...people.values()]
}
