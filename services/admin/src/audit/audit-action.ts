import { randomUUID } from 'node:crypto'
import { type OwnAuditAction, ownAuditActions } from '@darsi/contracts/events/audit-actions.ts'
import { auditOf, type DarsiEvent, type EventType, eventsWith } from '@darsi/contracts/events/events.ts'
import { hourMs } from '@darsi/contracts/reference/tunis-time.ts'

export type AuditActionName = EventType | OwnAuditAction

/** One action of a person or of the system, in ids alone: it stays when a person is erased. */
export type AuditAction = {
  id: string
  action: AuditActionName
  by: string
  target: string
  detail: string
  at: Date
}

/** The actions that the administrators' dashboard shows as recent activity: decisions, merges, exports and backups, but no views. */
export const administratorActions: readonly string[] = [
  ...eventsWith('activity'),
  ...Object.entries(ownAuditActions).flatMap(([action, isActivity]) => (isActivity ? [action] : [])),
]

/** The audit action of an event, or null when it is not recorded. It has the event's id, so a repeated event adds none. */
export function auditActionOf(event: DarsiEvent): AuditAction | null {
  const { id, type, time } = event
  const entry = auditOf(event)
  if (!entry) return null
  const { by, target, detail, other, at = time } = entry
  return { id, action: type, by, target, detail: detail ?? other ?? '', at: new Date(at) }
}

/** An action that no event reports. */
export function newAuditAction(action: OwnAuditAction, by: string, target: string, at: Date): AuditAction {
  return { id: randomUUID(), action, by, target, detail: '', at }
}

const viewMs = hourMs

/** A view of contact details. The id names the hour, so that reloading the page adds one entry per hour at most. */
export function viewAction(
  action: 'user.viewed' | 'users.listed' | 'duplicates.listed' | 'tickets.listed',
  by: string,
  target: string,
  at: Date,
): AuditAction {
  const hour = Math.floor(at.getTime() / viewMs)
  return { id: ['view', action, by, target, hour].join('.'), action, by, target, detail: '', at }
}
