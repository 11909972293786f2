import { anyText, usePlace } from '@darsi/client/place/use-place.ts'
import { FailureBanner } from '@darsi/client/query/failure-banner.tsx'
import { useCall } from '@darsi/client/query/use-call.ts'
import { addDays, instantOf } from '@darsi/contracts/reference/tunis-time.ts'
import { Dialog } from '@darsi/design/dialogs/dialog.tsx'
import { Button, IconButton } from '@darsi/design/forms/button.tsx'
import { ArrowEndIcon, ArrowStartIcon, FileIcon } from '@darsi/design/graphics/icons.tsx'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { TunisTime } from '@darsi/design/i18n/tunis-time.tsx'
import { weekLabel } from '@darsi/design/i18n/week-label.ts'
import { useEffect, useRef } from 'react'
import { PeriodNotes } from '../../periods/public.ts'
import { texts } from '../../texts.ts'
import { useLessonActions } from '../actions/use-lesson-actions.tsx'
import { ChildFilter } from '../child-filter.tsx'
import { type Lesson, otherSide } from '../lesson.ts'
import { LessonCard } from '../lesson-card.tsx'
import type { LessonsProps } from '../lesson-list.tsx'
import { ReportActions } from '../reports/report-actions.tsx'
import { MoveQuestion } from './move-question.tsx'
import { Mover } from './mover.tsx'
import { type Move, useMove } from './use-move.ts'
import { useWeek, type Week } from './use-week.ts'
import { WeekGrid } from './week-grid.tsx'
import { WeekLegend } from './week-legend.tsx'
import './week.css'

const place = { lesson: anyText() }

/** The calendar of one week: lessons in all states, free hours, exceptions and holidays. Lessons can be moved. */
export function WeekView({ api, viewer, learners = [] }: LessonsProps) {
  const week = useWeek(api)
  const move = useMove(api, week)
  const root = useFocusAfterMove(move)
  const [{ lesson: openId }, { open, close, hrefOf }] = usePlace(place)
  const listed = week.lessons.find(({ id }) => id === openId)
  const isElsewhere = openId !== '' && listed === undefined
  const linked = useCall(api, 'GET /sessions/:id', { params: { id: openId }, enabled: isElsewhere })
  const opened = listed ?? (isElsewhere && linked.data?.data.id === openId ? linked.data.data : null)
  return (
    <div className="ds-stack ds-cal-view" ref={root}>
      <Toolbar week={week} learners={learners} />
      <FailureBanner error={week.error} reload={week.reload} />
      {isElsewhere && <FailureBanner error={linked.error} reload={linked.reload} />}
      {week.own !== null && <PeriodNotes periods={week.own.periods} />}
      <Today week={week} />
      <WeekGrid
        week={week}
        move={move}
        viewer={viewer}
        hrefOf={({ id }) => hrefOf({ lesson: id })}
        onOpen={({ id }) => open({ lesson: id })}
      />
      <Mover move={move} viewer={viewer} />
      <WeekLegend withHours={viewer !== 'parent'} canMove={week.lessons.some((each) => each.canReschedule)} />
      {move.moving?.asks && (
        <MoveQuestion
          api={api}
          viewer={viewer}
          lesson={move.moving.lesson}
          to={move.moving.to}
          onDone={() => move.stop('')}
          onClose={move.leaveQuestion}
        />
      )}
      <Details api={api} viewer={viewer} lesson={opened} week={week} onClose={() => close('lesson')} />
    </div>
  )
}

/** The focus returns to the lesson when its move by keys ends. */
function useFocusAfterMove({ moving }: Move) {
  const root = useRef<HTMLDivElement>(null)
  const last = useRef<string | null>(null)
  const id = moving?.by === 'keys' ? moving.lesson.id : null
  useEffect(() => {
    if (id === null && last.current !== null) blockOf(root.current, last.current)?.focus()
    last.current = id
  }, [id])
  return root
}

const blockOf = (root: HTMLElement | null, id: string) =>
  [...(root?.querySelectorAll<HTMLElement>('[data-lesson]') ?? [])].find(
    ({ dataset }) => dataset['lesson'] === id,
  )

function Toolbar({ week, learners }: { week: Week; learners: NonNullable<LessonsProps['learners']> }) {
  const t = useTranslator(texts.week)
  const language = useLanguage()
  const { monday, setWeek, isCurrent, today } = week
  return (
    <div className="ds-row ds-cal-tools">
      <h3 className="ds-cal-title" aria-live="polite">
        {t('week', { dates: weekLabel(monday, language), year: monday.slice(0, 4) })}
      </h3>
      <TunisTime at={instantOf(monday, 12)} />
      <div className="ds-row ds-cal-buttons">
        {learners.length > 1 && (
          <ChildFilter learners={learners} childId={week.childId} onChange={week.setChild} />
        )}
        <IconButton
          icon={ArrowStartIcon}
          label={t('previous')}
          variant="secondary"
          onClick={() => setWeek(addDays(monday, -7))}
        />
        <Button variant="secondary" aria-disabled={isCurrent} onClick={() => setWeek(today)}>
          {t('today')}
        </Button>
        <IconButton
          icon={ArrowEndIcon}
          label={t('next')}
          variant="secondary"
          onClick={() => setWeek(addDays(monday, 7))}
        />
        <IconButton icon={FileIcon} label={t('print')} variant="secondary" onClick={() => window.print()} />
      </div>
    </div>
  )
}

/** How many lessons today still has, in the current week. Nothing after the last one. */
function Today({ week: { isCurrent, lessons, today, now } }: { week: Week }) {
  const t = useTranslator(texts.week)
  if (!isCurrent) return null
  const ahead = lessons.filter(
    ({ date, status, endsAt }) => date === today && status === 'upcoming' && Date.parse(endsAt) > now,
  )
  if (ahead.length === 0) return null
  return <p className="ds-cal-today-line">{t('leftToday', { count: ahead.length })}</p>
}

type DetailsProps = Pick<LessonsProps, 'api' | 'viewer'> & {
  lesson: Lesson | null
  week: Week
  onClose: () => void
}

/** The lesson's card with its actions, as in the list. */
function Details({ api, viewer, lesson, week, onClose }: DetailsProps) {
  const t = useTranslator(texts.lessons)
  const actions = useLessonActions(api, viewer)
  return (
    <>
      {lesson !== null && (
        <Dialog open title={otherSide(lesson, viewer) || t('someLearner')} onClose={onClose}>
          <ul className="ds-lessons">
            <LessonCard
              lesson={lesson}
              viewer={viewer}
              onMove={(move) => {
                onClose()
                actions.onMove(lesson, move)
              }}
              onConcern={() => {
                onClose()
                actions.onConcern(lesson)
              }}
              reportActions={
                lesson.report !== null && (
                  <ReportActions
                    api={api}
                    report={lesson.report}
                    onRead={viewer === 'teacher' ? null : week.reload}
                  />
                )
              }
            />
          </ul>
        </Dialog>
      )}
      {actions.dialogs}
    </>
  )
}
