import type * as z from 'zod'
import type { AuditEntry } from './audit-entry.ts'
import type { LiveKind } from './live.ts'
import type { LiveUpdate } from './live-update.ts'

export const services = ['auth', 'users', 'availability', 'classroom', 'admin', 'notifications'] as const
export type Service = (typeof services)[number]

export type EventDefinition = {
  readonly summary: string
  /** Kafka topic; all events of one aggregate share it and are keyed by the aggregate's id. */
  readonly topic: string
  /** The one service that publishes it; `every` for what each service says of itself. */
  readonly producer: Service | 'every'
  /** The part every reader of the topic sees: ids, type, role, status, governorate. */
  readonly data: z.ZodType
  /** Personal data and mailed tokens: travels sealed (AES-256-GCM) and never stands in the open. */
  readonly personal?: z.ZodType
  /** What the audit log records; null for an event that it leaves out. Without it the log records none. */
  readonly audit?: (data: never) => AuditEntry | null
  /** The administrators' dashboard shows the recorded action as recent activity. */
  readonly activity?: true
  /** Whose open pages load what again. */
  readonly live?: (data: never) => LiveUpdate
  /** What the open pages of administrators load again. */
  readonly liveForAdmins?: LiveKind
}

/** What every topic is created with, dead-letter topics included. */
export const topicSettings = {
  partitions: 6,
  config: {
    'cleanup.policy': 'delete',
    // spec §9: data requests within 7 days. A record ages out at most a segment after its retention
    'retention.ms': 6 * 24 * 3600 * 1000,
    'segment.ms': 12 * 3600 * 1000,
  },
} as const

export type EventTable = { readonly [type: string]: EventDefinition }

/** What `audit` and `live` of each event may read: the data of that event. */
export type Attributes<T extends EventTable> = {
  readonly [K in keyof T]: {
    readonly data: T[K]['data']
    readonly audit?: (data: z.output<T[K]['data']>) => AuditEntry | null
    readonly live?: (data: z.output<T[K]['data']>) => LiveUpdate
  }
}

export function defineEvents<const T extends EventTable>(table: T): T {
  return table
}

type PersonalOf<D extends EventDefinition> = D['personal'] extends z.ZodType
  ? z.output<D['personal']>
  : undefined

/** An event as a consumer receives it: validated and unsealed. */
export type EventOf<T extends EventTable, K extends keyof T> = {
  [Type in K]: {
    /** `<producer>.<subject>.<sequence>`: the same event always has the same id. */
    id: string
    type: Type
    producer: Service
    /** Id of the aggregate; the Kafka key. */
    subject: string
    /** Version of the producer's aggregate that this event made; grows by one. */
    sequence: number
    /** ISO 8601, UTC. */
    time: string
    correlationId?: string
    traceparent?: string
    data: z.output<T[Type]['data']>
    personal: PersonalOf<T[Type]>
  }
}[K]

/** An event as its producer states it: the envelope is the outbox's. */
export type EventInputOf<T extends EventTable, K extends keyof T> = {
  [Type in K]: {
    type: Type
    data: z.input<T[Type]['data']>
    personal?: T[Type]['personal'] extends z.ZodType ? z.input<T[Type]['personal']> : undefined
  }
}[K]
