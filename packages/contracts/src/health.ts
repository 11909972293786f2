import * as z from 'zod'
import { services } from './event.ts'
import { id, instant } from './schemas.ts'

export const healthStates = ['operational', 'degraded', 'down'] as const
export type HealthState = (typeof healthStates)[number]

export const healthProblems = [
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

export const serviceHealthSchema = z.object({
  service: z.enum(services),
  state: z.enum(healthStates),
  problems: z.array(z.enum(healthProblems)),
  /** Of the last report of any of its processes. */
  at: instant.nullable(),
  processes: z.array(
    z.object({
      instance: id,
      startedAt: instant,
      at: instant,
      /** Milliseconds of one round trip; null when it did not answer. */
      database: z.number().nullable(),
      redis: z.number().nullable(),
      memoryMb: count,
    }),
  ),
  outboxPending: count,
  /** Seconds since the oldest unpublished event. */
  outboxOldest: z.number(),
  /** Kafka records that wait for it. */
  lag: count,
  /** Events given up since its processes started. */
  deadLetters: count,
  /** Mail jobs by state, of the service that sends mail. */
  queue: z.record(z.string(), count).nullable(),
})
export type ServiceHealth = z.output<typeof serviceHealthSchema>

export const healthSchema = z.object({
  at: instant,
  state: z.enum(healthStates),
  services: z.array(serviceHealthSchema),
  /** The last 24 hours in steps of 30 minutes, oldest first; a step without a report is down. */
  history: z.array(
    z.object({
      from: instant,
      states: z.array(z.object({ service: z.enum(services), state: z.enum(healthStates) })),
    }),
  ),
})
export type Health = z.output<typeof healthSchema>
