import { randomUUID } from 'node:crypto'
import { type OwnAuditAction, ownAuditActions } from '@darsi/contracts/events/audit-actions.ts'
import { auditOf, type DarsiEvent, type EventType, eventsWith } from '@darsi/contracts/events/events.ts'
import { hourMs } from '@darsi/contracts/reference/tunis-time.ts'
import type { View } from '@darsi/kit/http/view-record.ts'

export type AuditActionName = EventType | OwnAuditAction

/** One action of a person or of the system, in ids alone: it stays when a person is erased. */
export type AuditAction = {
  id: string
  action: AuditActionName
  by: string
  target: string
  detail: string
  shown: readonly string[]
  /** The words that led to the list. They may name a person, so they are not sealed and are removed before the entry. */
  searched?: { words: string; at: Date }
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
  const { by, target, detail, other, at = time, view } = entry
  const shown = view?.shown ?? []
  return {
    id,
    action: view?.action ?? type,
    by,
    target,
    detail: detail ?? other ?? '',
    shown,
    at: new Date(at),
  }
}

/** An action that no event reports. */
export function newAuditAction(action: OwnAuditAction, by: string, target: string, at: Date): AuditAction {
  return { id: randomUUID(), action, by, target, detail: '', shown: [], at }
}

/** An action in the log, linked to the entry before it and sealed. */
export type Entry = Omit<AuditAction, 'id' | 'action'> & {
  _id: string
  action: string
  sequence: number
  previous: string
  key: string
  hash: string
}
export type Head = Pick<Entry, 'sequence' | 'hash'>

/**
 * What an administrator was shown. The id names all of it and the hour, so that reloading the page adds one entry per
 * hour at most; it is keyed, so that removed words cannot be guessed from it.
 */
export function viewAction(view: View, mac: { markOf: (values: readonly unknown[]) => string }): AuditAction {
  const { action, by, target, shown, words, at, request } = view
  const hour = Math.floor(at.getTime() / hourMs)
  const id = `view.${mac.markOf([action, by, target, shown, words, hour, request])}`
  const searched = words === '' ? {} : { searched: { words, at } }
  return { id, action, by, target, detail: '', shown, ...searched, at }
}
