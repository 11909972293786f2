import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { saveFile } from '@darsi/client/api/save-file.ts'
import { useAction } from '@darsi/client/query/use-action.ts'
import { exportFileName } from '@darsi/contracts/texts/product.ts'
import { Banner } from '@darsi/design/feedback/banner.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { DownloadIcon } from '@darsi/design/graphics/icons.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { Card } from '@darsi/design/layout/card.tsx'
import { texts } from '@darsi/features/texts.ts'

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
  const t = useTranslator(texts.superAdmin)
  const { run, busy, error, clear } = useAction()
  const download = () =>
    run(async () => {
      const response = await api.response(`GET /superadmin/exports/${what}.csv`)
      const name = downloadName(what, response.headers.get('content-disposition'), new Date())
      saveFile(await response.blob(), name)
    })
  return (
    <Card
      level={3}
      title={title}
      actions={
        <Button
          icon={DownloadIcon}
          loading={busy}
          aria-label={t('exportNamed', { name: title })}
          onClick={() => void download()}
        >
          {t('exportCsv')}
        </Button>
      }
    >
      {error !== null && (
        <Banner tone="danger" onDismiss={clear}>
          {error}
        </Banner>
      )}
      <p>{text}</p>
      <p className="ds-soft">{columns}</p>
    </Card>
  )
}

/** The file name from the server, or the default one. */
function downloadName(what: string, disposition: string | null, now: Date): string {
  return /filename="?([\w.-]+)"?/.exec(disposition ?? '')?.[1] ?? exportFileName(what, now)
}
