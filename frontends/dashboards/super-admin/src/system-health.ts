import type { Health, HealthState, ServiceHealth } from '@darsi/contracts/health.ts'
import type { ApiClient } from '@darsi/ui/api-client.ts'
import type { Tone } from '@darsi/ui/badge.tsx'
import { askServices, type ServiceState } from './services.ts'

/** What a service says of itself beside whether it answers us now. */
export type ServiceRow = ServiceHealth & Pick<ServiceState, 'isUp' | 'milliseconds'>
export type SystemHealth = { services: readonly ServiceRow[]; history: Health['history'] }

/** Three reports of each process. */
export const healthPollMs = 30_000

export const toneOf: Record<HealthState, Tone> = {
  operational: 'success',
  degraded: 'warning',
  down: 'danger',
}

export async function loadHealth(api: ApiClient, signal: AbortSignal): Promise<SystemHealth> {
  const [{ data }, answers] = await Promise.all([
    api.call('GET /superadmin/health', { signal }),
    askServices(api, signal),
  ])
  return { services: combine(data.services, answers), history: data.history }
}

/** Whoever answers is not down, though its reports do not arrive; whoever does not answer is. */
export function combine(reported: readonly ServiceHealth[], answers: readonly ServiceState[]): ServiceRow[] {
  return reported.map((service) => {
    const answer = answers.find(({ name }) => name === service.service)
    const isUp = answer?.isUp ?? false
    return { ...service, isUp, milliseconds: answer?.milliseconds ?? 0, state: stateOf(service, isUp) }
  })
}

function stateOf({ state, problems }: ServiceHealth, isUp: boolean): HealthState {
  if (!isUp) return 'down'
  return problems.includes('silent') ? 'degraded' : state
}

/** The database card: as bad as what any service says of its own. */
export function databaseState(services: readonly ServiceRow[]): HealthState {
  const told = services.filter(({ problems, isUp }) => isUp && !problems.includes('silent'))
  const broken = told.filter(({ problems }) => problems.includes('database'))
  if (told.length === 0 || broken.length === told.length) return 'down'
  return broken.length > 0 ? 'degraded' : 'operational'
}

export function worstOf(states: readonly HealthState[]): HealthState {
  if (states.length > 0 && states.every((state) => state === 'down')) return 'down'
  return states.every((state) => state === 'operational') ? 'operational' : 'degraded'
}
