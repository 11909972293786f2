import { useCallback, useState } from 'react'
import { useAnnounced } from '../announce.ts'
import type { ApiClient } from '../api-client.ts'
import { Badge } from '../badge.tsx'
import { Card } from '../card.tsx'
import { formatRelative } from '../catalogue.ts'
import { EmptyState } from '../empty-state.tsx'
import { Field } from '../field.tsx'
import { useLanguage, useTranslator } from '../i18n.tsx'
import { EmptyScene } from '../illustrations.tsx'
import { Select } from '../input.tsx'
import { Paged } from '../paged.tsx'
import { subjectWords } from '../teachers/teacher-words.ts'
import { usePages } from '../use-pages.ts'
import { dayLabel } from '../week-label.ts'
import { lessonsTexts } from './lessons-texts.ts'
import { ReportActions } from './report-actions.tsx'
import { type Report, ReportFacts } from './report-facts.tsx'
import './lessons.css'

type Props = { api: ApiClient; learners: readonly { id: string; firstName: string }[] }
type Read = (report: Report) => void

/** What teachers wrote after lessons, newest first; opening one for reading is a step of its own. */
export function ReportsPanel({ api, learners }: Props) {
  const t = useTranslator(lessonsTexts)
  const [childId, setChildId] = useState('')
  const load = useCallback(
    (cursor: string | null, signal: AbortSignal, limit?: number) =>
      api.call('GET /reports', {
        query: {
          ...(childId !== '' && { childId }),
          ...(cursor !== null && { cursor }),
          ...(limit && { limit }),
        },
        signal,
      }),
    [api, childId],
  )
  const pages = usePages(load)
  const { rows, follow, change } = pages
  useAnnounced('lessons', follow)
  const read: Read = (now) => change((before) => before.map((each) => (each.id === now.id ? now : each)))
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
      <Paged
        pages={pages}
        empty={
          <EmptyState picture={<EmptyScene />} title={t('reportsNoneTitle')}>
            {t('reportsNoneText')}
          </EmptyState>
        }
      >
        <ul className="ds-lessons">
          {rows.map((report) => (
            <ReportCard key={report.id} api={api} report={report} onRead={read} />
          ))}
        </ul>
      </Paged>
    </div>
  )
}

function ReportCard({ api, report, onRead }: { api: ApiClient; report: Report; onRead: Read }) {
  const t = useTranslator(lessonsTexts)
  const language = useLanguage()
  const { studentName, subject, teacherName, date, readAt } = report
  return (
    <Card
      as="li"
      level={3}
      title={
        <>
          <span dir="auto">{studentName}</span> · {subjectWords(subject, language)}
        </>
      }
      aside={readAt === null && <Badge tone="accent">{t('unread')}</Badge>}
      actions={<ReportActions api={api} report={report} onRead={onRead} />}
    >
      <p className="ds-soft ds-small">
        {t('reportBy', { teacher: teacherName, day: dayLabel(date, language) })}
        {readAt !== null && <> · {t('readOn', { when: formatRelative(readAt, language) })}</>}
      </p>
      <ReportFacts report={report} />
    </Card>
  )
}
