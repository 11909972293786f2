import { CONTRACT, type DashboardProps } from '@darsi/ui/dashboard-props.ts'
import { DashboardShell } from '@darsi/ui/dashboard-shell.tsx'
import { LanguageProvider, useTranslator } from '@darsi/ui/i18n.tsx'
import { NoticeBell } from '@darsi/ui/notices/notice-bell.tsx'
import { noticeTabs, tabs } from './tabs.ts'
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
  return (
    <DashboardShell
      {...props}
      title={t('title')}
      actions={<NoticeBell api={props.api} tabs={noticeTabs} onTabChange={props.onTabChange} />}
      tabs={tabs.map(({ label, Tab, ...tab }) => ({ ...tab, label: t(label), content: <Tab {...props} /> }))}
    />
  )
}
