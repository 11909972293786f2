import { Banner } from '@darsi/ui/banner.tsx'
import { Button } from '@darsi/ui/button.tsx'
import { Card } from '@darsi/ui/card.tsx'
import type { DashboardProps } from '@darsi/ui/dashboard-props.ts'
import { useTranslator } from '@darsi/ui/i18n.tsx'
import { DownloadIcon } from '@darsi/ui/icons.tsx'
import { PageHeader } from '@darsi/ui/page-header.tsx'
import { saveFile } from '@darsi/ui/save-file.ts'
import { useState } from 'react'
import { usersFileName } from '../download.ts'
import { texts } from '../texts.ts'

export default function DataExport({ api }: DashboardProps) {
  const t = useTranslator(texts)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const exportUsers = async () => {
    setBusy(true)
    setError(null)
    try {
      const response = await api.response('GET /superadmin/exports/users.csv')
      saveFile(await response.blob(), usersFileName(response.headers.get('content-disposition'), new Date()))
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : String(failure))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="ds-stack">
      <PageHeader level={2} title={t('dataExportTab')} />
      {error !== null && <Banner tone="danger">{error}</Banner>}
      <Card
        level={3}
        title={t('exportUsers')}
        actions={
          <Button icon={DownloadIcon} loading={busy} onClick={() => void exportUsers()}>
            {t('exportCsv')}
          </Button>
        }
      >
        <p>{t('exportUsersText')}</p>
        <p className="ds-soft">{t('exportColumns')}</p>
      </Card>
    </div>
  )
}
