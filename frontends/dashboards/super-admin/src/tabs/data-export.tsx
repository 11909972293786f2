import type { DashboardProps } from '@darsi/client/dashboard/dashboard-props.ts'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { PageHeader } from '@darsi/design/layout/page-header.tsx'
import { texts } from '@darsi/features/texts.ts'
import { BackupCard } from '../backup-card.tsx'
import { ExportCard } from '../export-card.tsx'

export default function DataExport({ api }: DashboardProps) {
  const t = useTranslator(texts.superAdmin)
  return (
    <div className="ds-stack">
      <PageHeader level={2} title={t('tab_data-export')} />
      <div className="ds-grid super-exports">
        <ExportCard
          api={api}
          what="users"
          title={t('exportUsers')}
          text={t('exportUsersText')}
          columns={t('exportColumns')}
        />
        <ExportCard
          api={api}
          what="sessions"
          title={t('exportSessions')}
          text={t('exportSessionsText')}
          columns={t('exportSessionColumns')}
        />
      </div>
      <BackupCard api={api} />
    </div>
  )
}
