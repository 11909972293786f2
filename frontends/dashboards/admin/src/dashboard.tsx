import { CONTRACT, type DashboardProps } from '@darsi/ui/dashboard-props.ts'
import { DashboardShell } from '@darsi/ui/dashboard-shell.tsx'
import { LanguageProvider, useTranslator } from '@darsi/ui/i18n.tsx'
import { NoticeBell } from '@darsi/ui/notices/notice-bell.tsx'
import { CounterStrip } from './counter-strip.tsx'
import { type Stats, StatsProvider, useStats } from './stats.tsx'
import { noticeTabs, tabs } from './tabs.ts'
import { texts } from './texts.ts'

/** The shell runs this dashboard only if it speaks the same version of the props. */
export const contract: number = CONTRACT

export function Dashboard(props: DashboardProps) {
  return (
    <LanguageProvider language={props.language}>
      <StatsProvider api={props.api}>
        <TabbedDashboard {...props} />
      </StatsProvider>
    </LanguageProvider>
  )
}

/** How much waits behind a tab. */
const waiting: { readonly [tab: string]: keyof Stats } = {
  'user-management': 'pendingApprovals',
  'connection-requests': 'pendingConnections',
  'duplicate-alerts': 'duplicateAlerts',
  'safety-alerts': 'openAlerts',
  tickets: 'openTickets',
}

function TabbedDashboard(props: DashboardProps) {
  const t = useTranslator(texts)
  const { data } = useStats()
  const badgeOf = (tab: string) => {
    const name = waiting[tab]
    const count = name === undefined ? 0 : Number(data?.[name] ?? 0)
    return count > 0 ? { badge: count, badgeLabel: t('waitingCount', { count }) } : {}
  }
  return (
    <DashboardShell
      {...props}
      title={t('title')}
      actions={<NoticeBell api={props.api} tabs={noticeTabs} onTabChange={props.onTabChange} />}
      above={<CounterStrip />}
      tabs={tabs.map(({ label, Tab, ...tab }) => ({
        ...tab,
        ...badgeOf(tab.id),
        label: t(label),
        content: <Tab {...props} />,
      }))}
    />
  )
}
