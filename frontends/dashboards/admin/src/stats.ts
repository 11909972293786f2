import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { useLoaded } from '@darsi/client/query/use-call.ts'
import type { Api } from '@darsi/contracts/calls/api.ts'
import { errorText } from '@darsi/design/i18n/error-text.ts'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { texts } from '@darsi/features/texts.ts'

type AllStats = Api['GET /admin/stats']['answer']['data']
/** A counter that could not be loaded is undefined. */
export type Stats = Partial<AllStats>
/** The queues of the two tabs with several: each tab's badge is the sum of the counts that its views show. */
export const queuesOf = {
  'user-management': ['pendingApprovals', 'pendingProofs', 'pendingCards'],
  'connection-requests': ['pendingConnections', 'pendingCareChanges', 'pendingUpgrades'],
} as const satisfies Record<string, readonly (keyof Stats)[]>
export type QueueCount = (typeof queuesOf)[keyof typeof queuesOf][number]

type Counted = { data: Stats | null; error: string | null; reload: () => void }

/** Polled, because no event tells when a lesson starts or ends. */
const pollMs = 60_000

/** The counters for the strip, the tabs and the overview. */
export function useStats(api: ApiClient): Counted {
  const t = useTranslator(texts.admin)
  const fallback = t('dataFailed')
  const { data, error, reload } = useLoaded(api, ['GET /admin/stats'], (signal) => count(api, signal), {
    pollMs,
    fallback,
  })
  const partial = data?.failure ? errorText(data.failure.of, fallback) : null
  return { data: data?.stats ?? null, error: error ?? partial, reload }
}

type Answer = { stats: Stats; failure: { of: unknown } | null }

/** spec §7: if the counters fail, the counts of users are computed from the user list. */
async function count(api: ApiClient, signal: AbortSignal): Promise<Answer> {
  try {
    return { stats: (await api.call('GET /admin/stats', { signal })).data, failure: null }
  } catch (of) {
    const stats = await countUsers(api, signal).catch(() => {
      throw of
    })
    return { stats, failure: { of } }
  }
}

async function countUsers(api: ApiClient, signal: AbortSignal): Promise<Stats> {
  const total = async (only: { role?: 'student' | 'teacher' | 'parent'; status?: 'pending' }) =>
    (await api.call('GET /admin/users', { query: { ...only, limit: 1 }, signal })).total
  const [totalUsers, totalStudents, totalTeachers, totalParents, pendingApprovals] = await Promise.all([
    total({}),
    total({ role: 'student' }),
    total({ role: 'teacher' }),
    total({ role: 'parent' }),
    total({ status: 'pending' }),
  ])
  return { totalUsers, totalStudents, totalTeachers, totalParents, pendingApprovals }
}
