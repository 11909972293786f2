import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { saveFile } from '@darsi/client/api/save-file.ts'
import { Banner } from '@darsi/design/feedback/banner.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { DownloadIcon } from '@darsi/design/graphics/icons.tsx'
import { errorText } from '@darsi/design/i18n/error-text.ts'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { Card } from '@darsi/design/layout/card.tsx'
import { useState } from 'react'
import { downloadName } from './download.ts'
import { texts } from './texts.ts'

type Props = {
  api: ApiClient
  /** The file name if the server gives none. */
  what: 'users' | 'sessions'
  title: string
  text: string
  columns: string
}

/** One downloadable file with a description. An error is shown inside the card. */
export function ExportCard({ api, what, title, text, columns }: Props) {
  const t = useTranslator(texts)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const fetchIt = async () => {
    setBusy(true)
    setError(null)
    try {
      const response = await api.response(`GET /superadmin/exports/${what}.csv`)
      const name = downloadName(what, response.headers.get('content-disposition'), new Date())
      saveFile(await response.blob(), name)
    } catch (failure) {
      setError(errorText(failure))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Card
      level={3}
      title={title}
      actions={
        <Button
          icon={DownloadIcon}
          loading={busy}
          aria-label={t('exportNamed', { name: title })}
          onClick={() => void fetchIt()}
        >
          {t('exportCsv')}
        </Button>
      }
    >
      {error !== null && (
        <Banner tone="danger" onDismiss={() => setError(null)}>
          {error}
        </Banner>
      )}
      <p>{text}</p>
      <p className="ds-soft">{columns}</p>
    </Card>
  )
}
