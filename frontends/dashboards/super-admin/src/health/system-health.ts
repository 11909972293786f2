import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { type Loaded, useLoaded } from '@darsi/client/query/use-call.ts'
import type { Health, HealthState, ServiceHealth } from '@darsi/contracts/calls/health.ts'
import type { Service } from '@darsi/contracts/reference/services.ts'
import type { Tone } from '@darsi/design/feedback/badge.tsx'

/** Whether a service answers now, and its last report; null while the admin service has none. */
export type ServiceRow = Pick<ServiceState, 'isUp' | 'milliseconds'> & {
  service: Service
  state: HealthState
  report: ServiceHealth | null
}
type SystemHealth = Pick<Health, 'gateway' | 'history'> & { services: readonly ServiceRow[] }

/** A report is stale after three missed reports. */
export const healthPollMs = 30_000

export const toneOf: Record<HealthState, Tone> = {
  operational: 'success',
  degraded: 'warning',
  down: 'danger',
}

export function useHealth(api: ApiClient, fallback?: string): Loaded<SystemHealth> {
  return useLoaded(api, ['GET /superadmin/health'], (signal) => loadHealth(api, signal), {
    pollMs: healthPollMs,
    fallback,
  })
}

/** The admin service stores the reports. Without it, only the answers of the services are known. */
export async function loadHealth(api: ApiClient, signal: AbortSignal): Promise<SystemHealth> {
  const [stored, answers] = await Promise.all([
    api.call('GET /superadmin/health', { signal }).catch(() => null),
    askServices(api, signal),
  ])
  return {
    services: combine(stored?.data.services ?? null, answers),
    gateway: stored?.data.gateway ?? null,
    history: stored?.data.history ?? [],
  }
}

/** A service that answers is at least degraded, even if its reports are missing; one that does not answer is down. */
export function combine(
  reported: readonly ServiceHealth[] | null,
  answers: readonly ServiceState[],
): ServiceRow[] {
  return answers.map(({ name: service, isUp, milliseconds }) => {
    const report = reported?.find((each) => each.service === service) ?? null
    // the missing report may be the fault of the admin service itself
    const isSilent = reported === null && service === 'admin'
    const state = !isUp ? 'down' : isSilent ? 'degraded' : stateOf(report)
    return { service, isUp, milliseconds, state, report }
  })
}

function stateOf(report: ServiceHealth | null): HealthState {
  if (report === null) return 'operational'
  return report.problems.includes('silent') ? 'degraded' : report.state
}

/** The database card shows the worst report of all services; null without any report. */
export function databaseState(services: readonly ServiceRow[]): HealthState | null {
  if (services.every(({ report }) => report === null)) return null
  const reporting = services.filter(
    ({ report, isUp }) => isUp && report && !report.problems.includes('silent'),
  )
  const broken = reporting.filter(({ report }) => report?.problems.includes('database'))
  if (reporting.length === 0 || broken.length === reporting.length) return 'down'
  return broken.length > 0 ? 'degraded' : 'operational'
}

export function worstOf(states: readonly HealthState[]): HealthState {
  if (states.length > 0 && states.every((state) => state === 'down')) return 'down'
  return states.every((state) => state === 'operational') ? 'operational' : 'degraded'
}

type ServiceState = { name: Service; isUp: boolean; milliseconds: number }

/** One cheap call per service that a super-admin may make. A refusal by the gateway says nothing about the service. */
const reads: Record<Service, (api: ApiClient, signal: AbortSignal) => Promise<unknown>> = {
  auth: (api, signal) => api.call('GET /auth/profile', { signal }),
  users: (api, signal) => api.call('GET /me/preferences', { signal }),
  availability: (api, signal) => api.call('GET /availability/alive', { signal }),
  classroom: (api, signal) => api.call('GET /classroom/alive', { signal }),
  admin: (api, signal) => api.call('GET /statistics/basic', { signal }),
  notifications: (api, signal) => api.call('GET /notifications', { query: { limit: 1 }, signal }),
}
const names = Object.keys(reads) as Service[] // `as`: the keys of the literal above

export function askServices(api: ApiClient, signal: AbortSignal): Promise<ServiceState[]> {
  return Promise.all(names.map((name) => ask(name, api, signal)))
}

async function ask(name: Service, api: ApiClient, signal: AbortSignal): Promise<ServiceState> {
  const started = performance.now()
  const answered = (isUp: boolean) => ({ name, isUp, milliseconds: Math.round(performance.now() - started) })
  try {
    await reads[name](api, signal)
    return answered(true)
  } catch {
    return answered(false)
  }
}
