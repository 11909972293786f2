import type { Consumes } from '@darsi/kit/events/consumer.ts'
import type { HealthStore } from './health-store.ts'

export type HealthEventDeps = { health: Pick<HealthStore, 'keep'> }

export function healthConsumes({ health }: HealthEventDeps): Consumes {
  return { 'service.reported': (event) => health.keep(event) }
}
