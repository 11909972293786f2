import { connectionsTexts } from '@darsi/ui/connections/connections-texts.ts'
import { usePendingCount } from '@darsi/ui/connections/use-pending-count.ts'
import { CONTRACT, type DashboardProps } from '@darsi/ui/dashboard-props.ts'
import { DashboardShell } from '@darsi/ui/dashboard-shell.tsx'
import { LanguageProvider, useTranslator } from '@darsi/ui/i18n.tsx'
import { tabs } from './tabs.ts'
import { texts } from './texts.ts'

/** The shell runs this dashboard only if it speaks the same version of the props. */
export const contract: number = CONTRACT

export function Dashboard(props: DashboardProps) {
  return (
    <LanguageProvider language={props.language}>
      <TabbedDashboard {...props} />
    </LanguageProvider>
  )
}

function TabbedDashboard(props: DashboardProps) {
  const t = useTranslator(texts)
  const words = useTranslator(connectionsTexts)
  const pending = usePendingCount(props.api, 'received')
  const badges: Readonly<Record<string, { badge: number; badgeLabel: string }>> = {
    'student-requests': { badge: pending, badgeLabel: words('pendingCount', { count: pending }) },
  }
  return (
    <DashboardShell
      {...props}
      title={t('title')}
      tabs={tabs.map(({ label, Tab, ...tab }) => ({
        ...tab,
        ...badges[tab.id],
        label: t(label),
        content: <Tab {...props} />,
      }))}
    />
  )
}
