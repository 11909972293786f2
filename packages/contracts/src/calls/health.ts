import * as z from 'zod'
import { services } from '../reference/services.ts'
import { id, instant } from '../rules/schemas.ts'

export const healthStates = ['operational', 'degraded', 'down'] as const
export type HealthState = (typeof healthStates)[number]

const healthProblems = [
  'silent',
  'database',
  'redis',
  'events-unsent',
  'events-waiting',
  'dead-letters',
  'mail-queue',
] as const
export type HealthProblem = (typeof healthProblems)[number]

const count = z.number().int().min(0)

const serviceHealthSchema = z.object({
  service: z.enum(services),
  state: z.enum(healthStates),
  problems: z.array(z.enum(healthProblems)),
  /** Time of the last report of any of its processes. */
  at: instant.nullable(),
  processes: z.array(
    z.object({
      instance: id,
      startedAt: instant,
      at: instant,
      /** Milliseconds of one round trip; null without an answer. */
      database: z.number().nullable(),
      redis: z.number().nullable(),
      memoryMb: count,
    }),
  ),
  outboxPending: count,
  /** Seconds since the oldest unpublished event. */
  outboxOldest: z.number(),
  /** Kafka records that wait for the service. */
  lag: count,
  /** Dead letters since its processes started. */
  deadLetters: count,
  /** Refused calls that may be an attack, since its processes started. */
  refusals: count,
  /** Mails that are not sent yet by state, of the service that sends mail. */
  queue: z.record(z.string(), count).nullable(),
})
export type ServiceHealth = z.output<typeof serviceHealthSchema>

/** Written into Redis every ten seconds by each gateway process, which has neither Kafka nor a database. */
export const gatewayReportSchema = z.object({
  startedAt: instant,
  at: instant,
  /** Security refusals since this process started. */
  refusals: count,
})
export type GatewayReport = z.output<typeof gatewayReportSchema>

/** A Redis hash with one field per gateway process. */
export const gatewayReportsKey = 'health:gateway'

/** After three missed reports the process counts as stopped, and its counts are dropped. */
export const isReportFresh = (at: Date, now: Date): boolean => now.getTime() - at.getTime() <= 30_000

export const healthSchema = z.object({
  at: instant,
  state: z.enum(healthStates),
  services: z.array(serviceHealthSchema),
  /** Refusals by the gateway itself, which no service sees. Null when Redis does not answer or no process reported. */
  gateway: z.object({ processes: count, refusals: count }).nullable(),
  /** The last 24 hours in steps of 30 minutes, oldest first; a step without a report counts as down. */
  history: z.array(
    z.object({
      from: instant,
      states: z.array(z.object({ service: z.enum(services), state: z.enum(healthStates) })),
    }),
  ),
})
export type Health = z.output<typeof healthSchema>
