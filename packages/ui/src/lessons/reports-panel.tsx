import type { Api } from '@darsi/contracts/api.ts'
import { useCallback, useState } from 'react'
import type { ApiClient } from '../api-client.ts'
import { Badge } from '../badge.tsx'
import { Banner } from '../banner.tsx'
import { Button } from '../button.tsx'
import { Card } from '../card.tsx'
import { formatRelative } from '../catalogue.ts'
import { DefinitionList } from '../definition-list.tsx'
import { EmptyState } from '../empty-state.tsx'
import { errorText } from '../error-text.ts'
import { Field } from '../field.tsx'
import { useLanguage, useTranslator } from '../i18n.tsx'
import { DownloadIcon } from '../icons.tsx'
import { EmptyScene } from '../illustrations.tsx'
import { Select } from '../input.tsx'
import { LoadMore } from '../load-more.tsx'
import { Skeleton } from '../skeleton.tsx'
import { subjectWords } from '../teachers/teacher-words.ts'
import { useToast } from '../toast.tsx'
import { usePages } from '../use-pages.ts'
import { dayLabel } from '../week-label.ts'
import { lessonsTexts } from './lessons-texts.ts'
import './lessons.css'

export type Report = Api['GET /reports']['answer']['data'][number]
type Props = { api: ApiClient; learners: readonly { id: string; firstName: string }[] }

const effortWords = ['effort1', 'effort2', 'effort3', 'effort4', 'effort5'] as const

/** What teachers wrote after lessons, newest first; opening one for reading is a step of its own. */
export function ReportsPanel({ api, learners }: Props) {
  const t = useTranslator(lessonsTexts)
  const toast = useToast()
  const [childId, setChildId] = useState('')
  const load = useCallback(
    (cursor: string | null, signal: AbortSignal) =>
      api.call('GET /reports', {
        query: { ...(childId !== '' && { childId }), ...(cursor !== null && { cursor }) },
        signal,
      }),
    [api, childId],
  )
  const { rows, answer, total, loading, error, more, change } = usePages(load)
  const read = async (id: string) => {
    try {
      const { data } = await api.call('POST /reports/:id/read', { params: { id } })
      change((before) => before.map((each) => (each.id === id ? data : each)))
    } catch (failure) {
      toast(errorText(failure), 'danger')
    }
  }
  return (
    <div className="ds-stack">
      {learners.length > 1 && (
        <div className="ds-connection-filter">
          <Field label={t('child')}>
            <Select
              value={childId}
              onChange={setChildId}
              placeholder={null}
              options={[
                { value: '', label: t('everyChild') },
                ...learners.map(({ id, firstName }) => ({ value: id, label: firstName })),
              ]}
            />
          </Field>
        </div>
      )}
      {error !== null && <Banner tone="danger">{error}</Banner>}
      {answer === null && error === null && <Skeleton shape="card" />}
      {answer !== null && rows.length === 0 && !loading && (
        <EmptyState picture={<EmptyScene />} title={t('reportsNoneTitle')}>
          {t('reportsNoneText')}
        </EmptyState>
      )}
      {rows.length > 0 && (
        <ul className="ds-lessons">
          {rows.map((report) => (
            <ReportCard key={report.id} api={api} report={report} onRead={() => void read(report.id)} />
          ))}
        </ul>
      )}
      {more !== null && <LoadMore shown={rows.length} total={total} onLoad={more} loading={loading} />}
    </div>
  )
}

function ReportCard({ api, report, onRead }: { api: ApiClient; report: Report; onRead: () => void }) {
  const t = useTranslator(lessonsTexts)
  const language = useLanguage()
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const day = dayLabel(report.date, language)
  const download = async () => {
    setBusy(true)
    try {
      const response = await api.response('GET /reports/:id/report.pdf', { params: { id: report.id } })
      saveFile(await response.blob(), `${report.date}.pdf`)
    } catch (failure) {
      toast(errorText(failure), 'danger')
    } finally {
      setBusy(false)
    }
  }
  const effort = effortWords[report.effort - 1]
  const facts = [
    { id: 'topics', term: t('topics'), value: report.topics === '' ? '' : <bdi>{report.topics}</bdi> },
    { id: 'effort', term: t('effort'), value: effort ? t(effort) : '' },
    {
      id: 'homework',
      term: t('homework'),
      value: report.homework === '' ? '' : <bdi>{report.homework}</bdi>,
    },
    { id: 'note', term: t('note'), value: report.note === '' ? '' : <bdi>{report.note}</bdi> },
  ]
  return (
    <Card
      as="li"
      level={3}
      title={
        <>
          <span dir="auto">{report.studentName}</span> · {subjectWords(report.subject, language)}
        </>
      }
      aside={report.readAt === null && <Badge tone="accent">{t('unread')}</Badge>}
      actions={
        <>
          {report.readAt === null && (
            <Button size="sm" variant="soft" onClick={onRead}>
              {t('markRead')}
            </Button>
          )}
          <Button
            size="sm"
            variant="secondary"
            icon={DownloadIcon}
            loading={busy}
            aria-label={t('pdfOf', { name: report.studentName, day })}
            onClick={() => void download()}
          >
            {t('pdf')}
          </Button>
        </>
      }
    >
      <p className="ds-soft ds-small">
        {t('reportBy', { teacher: report.teacherName, day })}
        {report.readAt !== null && <> · {t('readOn', { when: formatRelative(report.readAt, language) })}</>}
      </p>
      <DefinitionList items={facts.filter(({ value }) => value !== '')} />
    </Card>
  )
}

function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
