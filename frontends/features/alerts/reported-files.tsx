import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { TextDialog } from '@darsi/client/dialogs/text-dialog.tsx'
import { useAction } from '@darsi/client/query/use-action.ts'
import type { Api } from '@darsi/contracts/calls/api.ts'
import { Dialog } from '@darsi/design/dialogs/dialog.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { formatDateTime } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useState } from 'react'
import { MaterialList } from '../materials/public.ts'
import { texts } from '../texts.ts'

type Opened = Api['POST /admin/reported-files/:id/view']['answer']['data']
type Props = { api: ApiClient; alertId: string; count: number }

/** Opens the files that were kept with a reported conversation. Each opening is in the audit log. */
export function ReportedFiles({ api, alertId, count }: Props) {
  const t = useTranslator(texts.alerts)
  const ts = useTranslator(texts.superAdmin)
  const language = useLanguage()
  const [opened, setOpened] = useState<Opened | null>(null)
  const [asksReason, setAsksReason] = useState(false)
  const { run, busy } = useAction({ inToast: true })
  const view = async (reason: string) => {
    const body = { reason }
    const answer = await api.call('POST /admin/reported-files/:id/view', { params: { id: alertId }, body })
    setOpened(answer.data)
  }
  const open = () => run(() => view(''))
  const read = (file: string) =>
    api.response('GET /admin/reported-files/:id/files/:file', { params: { id: alertId, file } })
  return (
    <div>
      <Button size="sm" variant="secondary" loading={busy} onClick={() => void open()}>
        {t('filesOpen', { count })}
      </Button>
      <p className="ds-soft ds-small">{t('filesAudited')}</p>
      {opened && (
        <Dialog open size="lg" title={t('filesTitle')} onClose={() => setOpened(null)}>
          <p className="ds-soft ds-small">{t('evidenceAt', { when: formatDateTime(opened.at, language) })}</p>
          <ul className="ds-alert-files">
            {opened.files.map((file) => (
              <li key={file.id}>
                <p className="ds-soft ds-small">
                  <bdi>{file.by?.name || t('formerPerson')}</bdi>&nbsp;·{' '}
                  {formatDateTime(file.sentAt, language)}
                </p>
                <MaterialList api={api} materials={[file]} read={read} />
              </li>
            ))}
          </ul>
          {opened.closed > 0 && <p>{t('filesClosed', { count: opened.closed })}</p>}
          {opened.closed > 0 && opened.mayOpenClosed && (
            <Button size="sm" variant="secondary" onClick={() => setAsksReason(true)}>
              {t('filesClosedOpen')}
            </Button>
          )}
        </Dialog>
      )}
      {asksReason && (
        <TextDialog
          draft={`reported-files/${alertId}`}
          title={t('filesClosedOpen')}
          confirm={t('filesClosedOpen')}
          done={t('filesTitle')}
          label={ts('evidenceWhy')}
          missing={ts('evidenceWhyMissing')}
          maxLength={500}
          onText={view}
          onClose={() => setAsksReason(false)}
        />
      )}
    </div>
  )
}
