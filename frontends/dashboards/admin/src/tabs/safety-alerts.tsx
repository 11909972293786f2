import { AlertList } from '@darsi/ui/alerts/alert-list.tsx'
import type { DashboardProps } from '@darsi/ui/dashboard-props.ts'
import { useTranslator } from '@darsi/ui/i18n.tsx'
import { PageHeader } from '@darsi/ui/page-header.tsx'
import { usePerson } from '@darsi/ui/use-person.tsx'
import { texts } from '../texts.ts'

export default function SafetyAlerts({ api }: DashboardProps) {
  const t = useTranslator(texts)
  const person = usePerson(api)
  return (
    <div className="ds-stack">
      <PageHeader level={2} title={t('safetyAlertsTab')}>
        {t('safetyAlertsText')}
      </PageHeader>
      <AlertList api={api} viewer="admin" onPerson={person.show} />
      {person.dialog}
    </div>
  )
}
