import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { LinkedRow } from '@darsi/client/place/linked-row.tsx'
import { anyText, oneOf, usePlace } from '@darsi/client/place/use-place.ts'
import { PagedPanel } from '@darsi/client/query/paged-panel.tsx'
import { useCall } from '@darsi/client/query/use-call.ts'
import { usePages } from '@darsi/client/query/use-pages.ts'
import { EmptyState } from '@darsi/design/feedback/empty-state.tsx'
import { RadioGroup } from '@darsi/design/forms/choice.tsx'
import { LessonScene } from '@darsi/design/graphics/illustrations.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import type { ReactNode } from 'react'
import { texts } from '../texts.ts'
import { useLessonActions } from './actions/use-lesson-actions.tsx'
import { ChildFilter } from './child-filter.tsx'
import type { Lesson, Viewer } from './lesson.ts'
import { LessonCard } from './lesson-card.tsx'
import { ReportActions } from './reports/report-actions.tsx'
import type { Report } from './reports/report-facts.tsx'

export type LessonsProps = {
  api: ApiClient
  viewer: Viewer
  /** A parent's children, to filter by one of them. */
  learners?: readonly { id: string; firstName: string }[]
  emptyActions?: ReactNode
}

const tabs = [
  ['upcoming', 'upcoming'],
  ['completed', 'completed'],
  ['cancelled', 'cancelled'],
  ['no-show', 'noShow'],
] as const

const place = {
  lessons: oneOf(
    tabs.map(([value]) => value),
    'upcoming',
  ),
  child: anyText(),
  /** Shown above the list, whatever its status. */
  lesson: anyText(),
}

/** The caller's lessons by status, with their actions. */
export function LessonList({ api, viewer, learners = [], emptyActions }: LessonsProps) {
  const t = useTranslator(texts.lessons)
  const [{ lessons: status, child: childId, lesson: linkedId }, { set }] = usePlace(place)
  const actions = useLessonActions(api, viewer)
  const pages = usePages(api, 'GET /sessions', {
    query: { status, ...(childId !== '' && { childId }) },
  })
  const linked = useCall(api, 'GET /sessions/:id', { params: { id: linkedId }, enabled: linkedId !== '' })
  const read = (report: Report) => {
    if (report.sessionId === linkedId) linked.reload()
    pages.change((before) =>
      before.map((each) => (each.id === report.sessionId ? { ...each, report } : each)),
    )
  }
  const card = (lesson: Lesson) => (
    <LessonCard
      key={lesson.id}
      lesson={lesson}
      viewer={viewer}
      onMove={(move) => actions.onMove(lesson, move)}
      onConcern={() => actions.onConcern(lesson)}
      reportActions={
        lesson.report !== null && (
          <ReportActions api={api} report={lesson.report} onRead={viewer === 'teacher' ? null : read} />
        )
      }
    />
  )
  return (
    <div className="ds-stack">
      <LinkedRow id={linkedId} row={linked.data?.data} of={linked}>
        {card}
      </LinkedRow>
      <div className="ds-row ds-lesson-filters">
        <RadioGroup
          legend={t('which')}
          hideLegend
          variant="segments"
          value={status}
          onChange={(lessons) => set({ lessons })}
          options={tabs.map(([value, label]) => ({ value, label: t(label) }))}
        />
        {learners.length > 1 && (
          <ChildFilter learners={learners} childId={childId} onChange={(child) => set({ child })} />
        )}
      </div>
      <PagedPanel
        pages={pages}
        empty={
          <EmptyState picture={<LessonScene />} title={t('noneTitle')} actions={emptyActions}>
            {t('noneText')}
          </EmptyState>
        }
      >
        <ul className="ds-lessons" aria-busy={pages.loading || undefined}>
          {pages.rows.filter(({ id }) => id !== linkedId).map(card)}
        </ul>
      </PagedPanel>
      {actions.dialogs}
    </div>
  )
}
