import type { DashboardProps } from '@darsi/client/dashboard/dashboard-props.ts'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { PageHeader } from '@darsi/design/layout/page-header.tsx'
import { AlertQueue } from '@darsi/features/alerts/public.ts'
import { texts } from '@darsi/features/texts.ts'
import { usePerson } from '@darsi/features/users/public.ts'

export default function SafetyAlerts({ api }: DashboardProps) {
  const t = useTranslator(texts.admin)
  const person = usePerson(api)
  return (
    <div className="ds-stack">
      <PageHeader level={2} title={t('tab_safety-alerts')}>
        {t('safetyAlertsText')}
      </PageHeader>
      <AlertQueue api={api} onPerson={person.show} />
      {person.dialog}
    </div>
  )
}
