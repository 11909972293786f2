import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { LinkedRow } from '@darsi/client/place/linked-row.tsx'
import { anyText, usePlace } from '@darsi/client/place/use-place.ts'
import { PagedPanel } from '@darsi/client/query/paged-panel.tsx'
import { useCall } from '@darsi/client/query/use-call.ts'
import { usePages, withRow } from '@darsi/client/query/use-pages.ts'
import { subjectName } from '@darsi/contracts/reference/subjects.ts'
import { Badge } from '@darsi/design/feedback/badge.tsx'
import { EmptyState } from '@darsi/design/feedback/empty-state.tsx'
import { EmptyScene } from '@darsi/design/graphics/illustrations.tsx'
import { formatRelative } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { dayLabel } from '@darsi/design/i18n/week-label.ts'
import { Card } from '@darsi/design/layout/card.tsx'
import type { ReactNode } from 'react'
import { texts } from '../../texts.ts'
import { ChildFilter } from '../child-filter.tsx'
import { ReportActions } from './report-actions.tsx'
import { type Report, ReportFacts } from './report-facts.tsx'
import '../lessons.css'

type Props = {
  api: ApiClient
  learners: readonly { id: string; firstName: string }[]
  /** The next step of a family without reports. */
  emptyActions?: ReactNode
}
type Read = (report: Report) => void

const place = { child: anyText(), report: anyText() }

/** The reports after lessons, newest first. Reading one adds a step to the history. */
export function ReportsPanel({ api, learners, emptyActions }: Props) {
  const t = useTranslator(texts.lessons)
  const [{ child: childId, report: linkedId }, { set }] = usePlace(place)
  const pages = usePages(api, 'GET /reports', {
    query: childId === '' ? {} : { childId },
  })
  const linked = useCall(api, 'GET /reports', { query: { id: linkedId }, enabled: linkedId !== '' })
  const read: Read = (report) => {
    if (report.id === linkedId) linked.reload()
    pages.change(withRow(report))
  }
  return (
    <div className="ds-stack">
      <LinkedRow id={linkedId} row={linked.data?.data[0]} of={linked}>
        {(report) => <ReportCard api={api} report={report} onRead={read} />}
      </LinkedRow>
      {learners.length > 1 && (
        <div className="ds-connection-filter">
          <ChildFilter learners={learners} childId={childId} onChange={(child) => set({ child })} />
        </div>
      )}
      <PagedPanel
        pages={pages}
        empty={
          <EmptyState picture={<EmptyScene />} title={t('reportsNoneTitle')} actions={emptyActions}>
            {t('reportsNoneText')}
          </EmptyState>
        }
      >
        <ul className="ds-lessons">
          {pages.rows
            .filter(({ id }) => id !== linkedId)
            .map((report) => (
              <ReportCard key={report.id} api={api} report={report} onRead={read} />
            ))}
        </ul>
      </PagedPanel>
    </div>
  )
}

function ReportCard({ api, report, onRead }: { api: ApiClient; report: Report; onRead: Read }) {
  const t = useTranslator(texts.lessons)
  const language = useLanguage()
  const { studentName, subject, teacherName, date, readAt } = report
  return (
    <Card
      as="li"
      level={3}
      title={
        <>
          <span dir="auto">{studentName || t('someLearner')}</span>&nbsp;· {subjectName(subject, language)}
        </>
      }
      aside={readAt === null && <Badge tone="accent">{t('unread')}</Badge>}
      actions={<ReportActions api={api} report={report} onRead={onRead} />}
    >
      <p className="ds-soft ds-small">
        {t('reportBy', { teacher: teacherName, day: dayLabel(date, language) })}
        {readAt !== null && <>&nbsp;· {t('readOn', { when: formatRelative(readAt, language) })}</>}
      </p>
      <ReportFacts report={report} />
    </Card>
  )
}
