import { type ReactNode, useCallback, useState } from 'react'
import { type ReportAbout, SafetyReport } from '../alerts/safety-report.tsx'
import { useAnnounced } from '../announce.ts'
import type { ApiClient } from '../api-client.ts'
import { RadioGroup } from '../choice.tsx'
import { EmptyState } from '../empty-state.tsx'
import { Field } from '../field.tsx'
import { useTranslator } from '../i18n.tsx'
import { LessonScene } from '../illustrations.tsx'
import { Select } from '../input.tsx'
import { Paged } from '../paged.tsx'
import { usePages } from '../use-pages.ts'
import type { Lesson, LessonMove, LessonStatus, Viewer } from './lesson.ts'
import { LessonCard } from './lesson-card.tsx'
import { lessonsTexts } from './lessons-texts.ts'
import { LessonDialog } from './move-dialogs.tsx'
import { ReportActions } from './report-actions.tsx'
import type { Report } from './report-facts.tsx'

type Props = {
  api: ApiClient
  viewer: Viewer
  /** A parent's children, to look at one of them alone. */
  learners?: readonly { id: string; firstName: string }[]
  emptyActions?: ReactNode
}

const tabs = [
  ['upcoming', 'upcoming'],
  ['completed', 'completed'],
  ['cancelled', 'cancelled'],
  ['no-show', 'noShow'],
] as const

/** The caller's lessons by their state, with what may be done about each. */
export function LessonList({ api, viewer, learners = [], emptyActions }: Props) {
  const t = useTranslator(lessonsTexts)
  const [status, setStatus] = useState<LessonStatus>('upcoming')
  const [childId, setChildId] = useState('')
  const [asked, setAsked] = useState<{ lesson: Lesson; move: LessonMove } | null>(null)
  const [concern, setConcern] = useState<Lesson | null>(null)
  const load = useCallback(
    (cursor: string | null, signal: AbortSignal, limit?: number) =>
      api.call('GET /sessions', {
        query: {
          status,
          ...(childId !== '' && { childId }),
          ...(cursor !== null && { cursor }),
          ...(limit !== undefined && { limit }),
        },
        signal,
      }),
    [api, status, childId],
  )
  const pages = usePages(load)
  const { follow, change } = pages
  useAnnounced('lessons', follow)
  const read = (report: Report) =>
    change((before) => before.map((each) => (each.id === report.sessionId ? { ...each, report } : each)))
  return (
    <div className="ds-stack">
      <div className="ds-row ds-lesson-filters">
        <RadioGroup
          legend={t('which')}
          hideLegend
          variant="segments"
          value={status}
          onChange={setStatus}
          options={tabs.map(([value, label]) => ({ value, label: t(label) }))}
        />
        {learners.length > 1 && (
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
        )}
      </div>
      <Paged
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
              onMove={(move) => setAsked({ lesson, move })}
              onConcern={() => setConcern(lesson)}
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
      </Paged>
      {asked !== null && (
        <LessonDialog
          key={`${asked.lesson.id} ${asked.move}`}
          api={api}
          lesson={asked.lesson}
          move={asked.move}
          onClose={() => setAsked(null)}
        />
      )}
      {concern !== null && (
        <SafetyReport api={api} about={aboutOf(concern, viewer)} onClose={() => setConcern(null)} />
      )}
    </div>
  )
}

/** What a report about a lesson names: the lesson, the other side, the child. */
function aboutOf({ id, teacher, student }: Lesson, viewer: Viewer): ReportAbout {
  const other = viewer === 'teacher' ? student.childId === null && student.id : teacher.id
  return {
    sessionId: id,
    ...(other && { aboutUserId: other }),
    ...(student.childId !== null && { childId: student.childId }),
  }
}
