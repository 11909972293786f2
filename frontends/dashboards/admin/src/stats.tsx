import type { Api } from '@darsi/contracts/api.ts'
import { announce, useAnnounced } from '@darsi/ui/announce.ts'
import type { ApiClient } from '@darsi/ui/api-client.ts'
import { errorText } from '@darsi/ui/error-text.ts'
import { useTranslator } from '@darsi/ui/i18n.tsx'
import { useLive } from '@darsi/ui/live.ts'
import { useLoaded } from '@darsi/ui/loaded.tsx'
import { usePoll } from '@darsi/ui/use-poll.ts'
import { createContext, type ReactNode, useCallback, useContext } from 'react'
import { texts } from './texts.ts'

type AllStats = Api['GET /admin/stats']['answer']['data']
/** What is not known is not there. */
export type Stats = Partial<AllStats>
type Counted = { data: Stats | null; error: string | null; reload: () => void }

const StatsContext = createContext<Counted | null>(null)

/** The counters that the strip, the tabs and the overview show, counted anew when something changes elsewhere. */
export function StatsProvider({ api, children }: { api: ApiClient; children: ReactNode }) {
  const t = useTranslator(texts)
  const failed = t('dataFailed')
  const counted = useLoaded(
    useCallback((signal: AbortSignal) => count(api, signal), [api]),
    failed,
  )
  const { data, reload } = counted
  useLive(api, 'user', reload)
  useLive(api, 'connection', reload)
  useLive(api, 'ticket', reload)
  // the list of alerts hears of it by itself, and says so when something was done in it
  useLive(api, 'alert', () => announce('alerts'))
  useAnnounced('alerts', reload)
  useLive(api, 'lesson', reload)
  // a lesson begins and ends without anybody doing something
  usePoll(reload, 60_000)
  const error = data?.failure ? errorText(data.failure.of, failed) : null
  return (
    <StatsContext value={{ data: data?.stats ?? null, error: counted.error ?? error, reload }}>
      {children}
    </StatsContext>
  )
}

export function useStats(): Counted {
  const stats = useContext(StatsContext)
  if (!stats) throw new Error('useStats outside of StatsProvider')
  return stats
}

type Answer = { stats: Stats; failure: { of: unknown } | null }

/** spec §7: where the counters fail, those of users are derived from the user list. */
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
