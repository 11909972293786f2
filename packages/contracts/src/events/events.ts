import { accountEvents } from './account-events.ts'
import type { AuditEntry } from './audit-entry.ts'
import { classroomEvents } from './classroom-events.ts'
import { connectionEvents } from './connection-events.ts'
import { decisionEvents } from './decision-events.ts'
import {
  type Attributes,
  defineEvents,
  type EventDefinition,
  type EventInputOf,
  type EventOf,
} from './event.ts'
import { guardianEvents } from './guardian-events.ts'
import { lessonEvents } from './lesson-events.ts'
import type { LiveKind } from './live.ts'
import type { LiveUpdate } from './live-update.ts'
import { operationEvents } from './operation-events.ts'
import { proofEvents } from './proof-events.ts'
import { safetyEvents } from './safety-events.ts'

/**
 * Every event of the product, by type. Additive changes only: a breaking one is a new type published in parallel.
 * `data` is readable by anyone on the topic; `personal` travels sealed.
 */
const table = defineEvents({
  ...accountEvents,
  ...connectionEvents,
  ...guardianEvents,
  ...decisionEvents,
  ...proofEvents,
  ...lessonEvents,
  ...classroomEvents,
  ...safetyEvents,
  ...operationEvents,
})
export const events = table satisfies Attributes<typeof table>

export type Events = typeof events
export type EventType = keyof Events & string
export type DarsiEvent<K extends EventType = EventType> = EventOf<Events, K>

/** What users tells of a connection: each carries all of it. */
export type ConnectionEventType = Exclude<
  Extract<EventType, `connection.${string}`>,
  // what the admin service decided, not yet what became of it
  'connection.reviewed'
>

/** What a producer hands to its outbox. */
export type EventInput<K extends EventType = EventType> = EventInputOf<Events, K>

/** Every topic, once. */
export const topics: readonly string[] = [...new Set(Object.values(events).map((event) => event.topic))]

const definitions: { readonly [K in EventType]: EventDefinition } = events
// `as`: the keys of the table
export const eventTypes = Object.keys(events) as EventType[]

/** What the audit log records of an event; null for none. */
export function auditOf({ type, data }: DarsiEvent): AuditEntry | null {
  // `as`: `Attributes` has checked that it takes the data of its own event
  const audit = definitions[type].audit as ((data: unknown) => AuditEntry | null) | undefined
  return audit?.(data) ?? null
}

/** Whose open pages load what again after an event; null when no page shows it. */
export function liveOf({ type, data }: DarsiEvent): LiveUpdate | null {
  // `as`: as above
  const live = definitions[type].live as ((data: unknown) => LiveUpdate) | undefined
  return live?.(data) ?? null
}

/** The events that have an attribute. */
export const eventsWith = (attribute: 'audit' | 'activity' | 'live' | 'liveForAdmins'): EventType[] =>
  eventTypes.filter((type) => definitions[type][attribute] !== undefined)

/** What the open pages of administrators load again after an event. */
export const liveForAdminsOf = (type: EventType): LiveKind | undefined => definitions[type].liveForAdmins
