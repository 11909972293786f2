import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { anyText, oneOf, usePlace } from '@darsi/client/place/use-place.ts'
import { PagedPanel } from '@darsi/client/query/paged-panel.tsx'
import { usePages } from '@darsi/client/query/use-pages.ts'
import { EmptyState } from '@darsi/design/feedback/empty-state.tsx'
import { RadioGroup } from '@darsi/design/forms/choice.tsx'
import { LessonScene } from '@darsi/design/graphics/illustrations.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import type { ReactNode } from 'react'
import { ChildFilter } from './child-filter.tsx'
import type { Viewer } from './lesson.ts'
import { LessonCard } from './lesson-card.tsx'
import { ReportActions } from './report-actions.tsx'
import type { Report } from './report-facts.tsx'
import { lessonsTexts } from './texts.ts'
import { useLessonActions } from './use-lesson-actions.tsx'

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
}

/** The caller's lessons by status, with their actions. */
export function LessonList({ api, viewer, learners = [], emptyActions }: LessonsProps) {
  const t = useTranslator(lessonsTexts)
  const [{ lessons: status, child: childId }, { set }] = usePlace(place)
  const actions = useLessonActions(api, viewer)
  const pages = usePages(api, 'GET /sessions', {
    query: { status, ...(childId !== '' && { childId }) },
  })
  const read = (report: Report) =>
    pages.change((before) =>
      before.map((each) => (each.id === report.sessionId ? { ...each, report } : each)),
    )
  return (
    <div className="ds-stack">
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
          {pages.rows.map((lesson) => (
            <LessonCard
              key={lesson.id}
              lesson={lesson}
              viewer={viewer}
              onMove={(move) => actions.onMove(lesson, move)}
              onConcern={() => actions.onConcern(lesson)}
              reportActions={
                lesson.report !== null && (
                  <ReportActions
                    api={api}
                    report={lesson.report}
                    onRead={viewer === 'teacher' ? null : read}
                  />
                )
              }
            />
          ))}
        </ul>
      </PagedPanel>
      {actions.dialogs}
    </div>
  )
}
