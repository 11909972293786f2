import type { ApiClient } from '@darsi/client/api/api-client.ts'
import type { Service } from '@darsi/contracts/reference/services.ts'

export type ServiceState = { name: Service; isUp: boolean; milliseconds: number }

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
