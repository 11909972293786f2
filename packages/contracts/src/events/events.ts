import type { LiveKind } from '../rules/live-kinds.ts'
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
} from './event-definition.ts'
import { groupEvents } from './group-events.ts'
import { guardianEvents } from './guardian-events.ts'
import { homeworkEvents } from './homework-events.ts'
import { lessonEvents } from './lesson-events.ts'

import type { LiveUpdate } from './live-update.ts'
import { operationEvents } from './operation-events.ts'
import { proofEvents } from './proof-events.ts'
import { safetyEvents } from './safety-events.ts'

/**
 * Every event of the product, by type. Only additive changes are allowed: a breaking change is a new type, published in
 * parallel. `data` is readable by every consumer of the topic; `personal` is sealed.
 */
const table = defineEvents({
  ...accountEvents,
  ...connectionEvents,
  ...guardianEvents,
  ...decisionEvents,
  ...proofEvents,
  ...lessonEvents,
  ...groupEvents,
  ...homeworkEvents,
  ...classroomEvents,
  ...safetyEvents,
  ...operationEvents,
})
export const events = table satisfies Attributes<typeof table>

type Events = typeof events
export type EventType = keyof Events & string
export type DarsiEvent<K extends EventType = EventType> = EventOf<Events, K>

/** Events of connections; each has the connection's full state. */
export type ConnectionEventType = Exclude<
  Extract<EventType, `connection.${string}`>,
  // decisions of the admin service, before the owning service applies them
  'connection.reviewed'
>

/** An event as a producer passes it to its outbox. */
export type EventInput<K extends EventType = EventType> = EventInputOf<Events, K>

/** Every topic once. */
export const topics: readonly string[] = [...new Set(Object.values(events).map((event) => event.topic))]

const definitions: { readonly [K in EventType]: EventDefinition } = events
// `as`: the keys of the table
const eventTypes = Object.keys(events) as EventType[]

export const connectionEventTypes = eventTypes.filter(
  (type): type is ConnectionEventType => type.startsWith('connection.') && type !== 'connection.reviewed',
)

/** The audit entry of an event; null for none. */
export function auditOf({ type, data }: DarsiEvent): AuditEntry | null {
  // `as`: `Attributes` has checked that it takes the data of its own event
  const audit = definitions[type].audit as ((data: unknown) => AuditEntry | null) | undefined
  return audit?.(data) ?? null
}

/** The accounts whose open pages reload after an event; null when no page shows it. */
export function liveOf({ type, data }: DarsiEvent): LiveUpdate | null {
  // `as`: as above
  const live = definitions[type].live as ((data: unknown) => LiveUpdate) | undefined
  return live?.(data) ?? null
}

/** The event types with an attribute. */
export const eventsWith = (attribute: 'audit' | 'activity' | 'live' | 'liveForAdmins'): EventType[] =>
  eventTypes.filter((type) => definitions[type][attribute] !== undefined)

/** What the open pages of administrators reload after an event. */
export const liveForAdminsOf = (type: EventType): LiveKind | undefined => definitions[type].liveForAdmins
