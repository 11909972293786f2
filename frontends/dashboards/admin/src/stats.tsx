import type { Api } from '@darsi/contracts/api.ts'
import { announce, useAnnounced } from '@darsi/ui/announce.ts'
import type { ApiClient } from '@darsi/ui/api-client.ts'
import { useTranslator } from '@darsi/ui/i18n.tsx'
import { useLive } from '@darsi/ui/live.ts'
import { type Loaded, useLoaded } from '@darsi/ui/loaded.tsx'
import { usePoll } from '@darsi/ui/use-poll.ts'
import { createContext, type ReactNode, useCallback, useContext } from 'react'
import { texts } from './texts.ts'

export type Stats = Api['GET /admin/stats']['answer']['data']

const StatsContext = createContext<Loaded<Stats> | null>(null)

/** The counters that the strip, the tabs and the overview show, counted anew when something changes elsewhere. */
export function StatsProvider({ api, children }: { api: ApiClient; children: ReactNode }) {
  const t = useTranslator(texts)
  const stats = useLoaded(
    useCallback(async (signal: AbortSignal) => (await api.call('GET /admin/stats', { signal })).data, [api]),
    t('dataFailed'),
  )
  const { reload } = stats
  useLive(api, 'user', reload)
  useLive(api, 'connection', reload)
  useLive(api, 'ticket', reload)
  // the list of alerts hears of it by itself, and says so when something was done in it
  useLive(api, 'alert', () => announce('alerts'))
  useAnnounced('alerts', reload)
  useLive(api, 'lesson', reload)
  // a lesson begins and ends without anybody doing something
  usePoll(reload, 60_000)
  return <StatsContext value={stats}>{children}</StatsContext>
}

export function useStats(): Loaded<Stats> {
  const stats = useContext(StatsContext)
  if (!stats) throw new Error('useStats outside of StatsProvider')
  return stats
}
