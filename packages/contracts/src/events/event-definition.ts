import type * as z from 'zod'
import type { Service } from '../reference/services.ts'
import type { LiveKind } from '../rules/live-kinds.ts'
import type { AuditEntry } from './audit-entry.ts'

import type { LiveUpdate } from './live-update.ts'

export type EventDefinition = {
  readonly summary: string
  /** Kafka topic; all events of one aggregate share it and are keyed by the aggregate's id. */
  readonly topic: string
  /** The one service that publishes it; `every` for events that each service publishes about itself. */
  readonly producer: Service | 'every'
  /** The open part, readable on the topic: ids, type, role, status, governorate. */
  readonly data: z.ZodType
  /** Personal data and mailed tokens, always sealed (AES-256-GCM). */
  readonly personal?: z.ZodType
  /** The audit entry; null leaves this event out. Without this attribute the type is not recorded. */
  readonly audit?: (data: never) => AuditEntry | null
  /** The recorded action is shown on the administrators' dashboard as recent activity. */
  readonly activity?: true
  /** The accounts whose open pages reload, and what they reload. */
  readonly live?: (data: never) => LiveUpdate
  /** What the open pages of administrators reload. */
  readonly liveForAdmins?: LiveKind
}

/** Settings of every new topic, dead-letter topics included. */
export const topicSettings = {
  /** Default of KAFKA_PARTITIONS. */
  partitions: 6,
  /** Dead letters are few, and are read to the end as one list. */
  deadLetterPartitions: 1,
  config: {
    'cleanup.policy': 'delete',
    // spec §9: data requests within 7 days. A record expires at most one segment after its retention
    'retention.ms': 6 * 24 * 3600 * 1000,
    'segment.ms': 12 * 3600 * 1000,
  },
} as const

export function deadLetterTopic(topic: string, group: string): string {
  return `${topic}.${group}.dlt`
}

export const isDeadLetterTopic = (topic: string): boolean => topic.endsWith('.dlt')

export type EventTable = { readonly [type: string]: EventDefinition }

/** Checks that `audit` and `live` of each event read the data of that event. */
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

/**
 * Deterministic, so that repeats have the same id. With the type, because two documents of one service may have one id:
 * a report has that of its lesson.
 */
export const eventIdOf = (event: {
  producer: Service
  subject: string
  sequence: number
  type: string
}): string => [event.producer, event.subject, event.sequence, event.type].join('.')

type PersonalOf<D extends EventDefinition> = D['personal'] extends z.ZodType
  ? z.output<D['personal']>
  : undefined

/** An event as a consumer receives it: validated and unsealed. */
export type EventOf<T extends EventTable, K extends keyof T> = {
  [Type in K]: {
    /** See `eventIdOf`. */
    id: string
    type: Type
    producer: Service
    /** Id of the aggregate; the Kafka key. */
    subject: string
    /** Version of the producer's aggregate that this event created; increases by one. */
    sequence: number
    /** ISO 8601, UTC. */
    time: string
    correlationId?: string
    traceparent?: string
    data: z.output<T[Type]['data']>
    personal: PersonalOf<T[Type]>
  }
}[K]

/** An event as its producer creates it; the outbox adds the envelope. */
export type EventInputOf<T extends EventTable, K extends keyof T> = {
  [Type in K]: {
    type: Type
    data: z.input<T[Type]['data']>
    personal?: T[Type]['personal'] extends z.ZodType ? z.input<T[Type]['personal']> : undefined
  }
}[K]
