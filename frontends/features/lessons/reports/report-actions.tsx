import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { saveFile } from '@darsi/client/api/save-file.ts'
import { useAction } from '@darsi/client/query/use-action.ts'
import { Button } from '@darsi/design/forms/button.tsx'
import { DownloadIcon } from '@darsi/design/graphics/icons.tsx'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { dayLabel } from '@darsi/design/i18n/week-label.ts'
import { texts } from '../../texts.ts'
import type { Report } from './report-facts.tsx'

type Props = {
  api: ApiClient
  report: Report
  /** Called with the read report; null for the teacher, whose reading is not recorded. */
  onRead: ((report: Report) => void) | null
}

/** Marks a report as read, which its teacher sees, and saves it as a file. */
export function ReportActions({ api, report, onRead }: Props) {
  const t = useTranslator(texts.lessons)
  const language = useLanguage()
  const { run, busy } = useAction({ inToast: true })
  const about = { name: report.studentName, day: dayLabel(report.date, language) }
  const params = { id: report.id }
  const read = () => run(async () => onRead?.((await api.call('POST /reports/:id/read', { params })).data))
  const download = () =>
    run(async () => {
      const response = await api.response('GET /reports/:id/report.pdf', { params })
      saveFile(await response.blob(), `${report.date}.pdf`)
    })
  return (
    <>
      {onRead !== null && report.readAt === null && (
        <Button
          size="sm"
          variant="soft"
          loading={busy}
          aria-label={t('markReadOf', about)}
          onClick={() => void read()}
        >
          {t('markRead')}
        </Button>
      )}
      <Button
        size="sm"
        variant="secondary"
        icon={DownloadIcon}
        loading={busy}
        aria-label={t('pdfOf', about)}
        onClick={() => void download()}
      >
        {t('pdf')}
      </Button>
    </>
  )
}
