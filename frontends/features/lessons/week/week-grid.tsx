import { teachingHours } from '@darsi/contracts/reference/hours.ts'
import { closingPeriod } from '@darsi/contracts/rules/periods.ts'
import { formatDate, formatHour } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { type CSSProperties, useRef } from 'react'
import { texts } from '../../texts.ts'
import type { Lesson, Viewer } from '../lesson.ts'
import { LessonBlock } from './lesson-block.tsx'
import { useTargetText } from './target-text.ts'
import { useDrag } from './use-drag.ts'
import type { Move } from './use-move.ts'
import type { Week } from './use-week.ts'
import { blocksOf, firstHour, hoursFromTop, lastHour, rangesOf } from './week-layout.ts'

type Props = {
  week: Week
  move: Move
  viewer: Viewer
  hrefOf: (lesson: Lesson) => string
  onOpen: (lesson: Lesson) => void
}

/** `as`: custom properties */
const at = (from: number, length = 1) => ({ '--from': from, '--length': length }) as CSSProperties

/** Days as columns, hours as rows. */
export function WeekGrid({ week, move, viewer, hrefOf, onOpen }: Props) {
  const columns = useRef(new Map<string, HTMLElement>())
  const drag = useDrag(move, week.days, (date) => columns.current.get(date) ?? null)
  return (
    <div className="ds-cal-frame" aria-busy={week.loading || undefined}>
      <div
        className="ds-cal"
        data-dragging={drag.isDragging || undefined}
        onPointerDownCapture={drag.onPress}
        onPointerMove={drag.onMove}
        onPointerUp={drag.onUp}
        onPointerCancel={drag.onCancel}
      >
        <div className="ds-cal-gutter" aria-hidden="true">
          {teachingHours.map((hour) => (
            <span key={hour} className="ds-ltr" style={at(hour - firstHour)}>
              {formatHour(hour)}
            </span>
          ))}
        </div>
        <ol className="ds-cal-days">
          {week.days.map((date) => (
            <Day
              key={date}
              {...{ date, week, move, viewer }}
              column={(element) => {
                if (element) columns.current.set(date, element)
                else columns.current.delete(date)
              }}
            >
              {blocksOf(week.lessons.filter((lesson) => lesson.date === date)).map((block) => (
                <LessonBlock
                  key={block.lesson.id}
                  block={block}
                  viewer={viewer}
                  isMoving={move.moving?.lesson.id === block.lesson.id}
                  href={hrefOf(block.lesson)}
                  onOpen={() => drag.isClick() && onOpen(block.lesson)}
                  onMove={() => move.start(block.lesson, 'keys')}
                  onPointerDown={(event) => drag.onDown(event, block.lesson)}
                />
              ))}
            </Day>
          ))}
        </ol>
      </div>
    </div>
  )
}

type DayProps = Pick<Props, 'week' | 'move' | 'viewer'> & {
  date: string
  column: (element: HTMLElement | null) => void
  children: React.ReactNode
}

function Day({ date, week, move, viewer, column, children }: DayProps) {
  const t = useTranslator(texts.week)
  const language = useLanguage()
  const isToday = date === week.today
  const noon = `${date}T12:00:00Z`
  return (
    <li className="ds-cal-day" data-today={isToday || undefined}>
      <h4 className="ds-cal-day-name" aria-current={isToday ? 'date' : undefined}>
        <span>{formatDate(noon, language, { weekday: 'short' })}</span>{' '}
        <span className="ds-cal-day-number">{formatDate(noon, language, { day: 'numeric' })}</span>
        {isToday && <span className="ds-hidden">, {t('today')}</span>}
      </h4>
      <div className="ds-cal-column" ref={column}>
        <Hours date={date} week={week} />
        {viewer !== 'parent' && <FreeText date={date} week={week} />}
        <ul className="ds-cal-lessons">{children}</ul>
        <Targets date={date} move={move} />
        {isToday && <Now at={hoursFromTop(week.now)} />}
      </div>
    </li>
  )
}

/** The hours behind the lessons: lunch, closed, free, and how this week differs from the usual one. */
function Hours({ date, week: { own } }: { date: string; week: Week }) {
  const language = useLanguage()
  const isHere = (each: { date: string; hour: number }, hour: number) =>
    each.date === date && each.hour === hour
  return (
    <div aria-hidden="true">
      {teachingHours.map((hour) => {
        const closed = closingPeriod(own?.periods ?? [], { date, hour })
        const exception = own?.exceptions.find((each) => isHere(each, hour))?.kind
        const isFree = own?.free.some((each) => isHere(each, hour))
        const kind = closed ? 'closed' : isFree ? 'free' : exception === 'removed' ? 'removed' : null
        if (kind === null) return null
        return (
          <div
            key={hour}
            className={`ds-cal-hour ds-cal-${kind}`}
            data-exception={exception}
            style={at(hour - firstHour)}
            title={closed?.names[language]}
          />
        )
      })}
    </div>
  )
}

function FreeText({ date, week: { own } }: { date: string; week: Week }) {
  const t = useTranslator(texts.week)
  const hours = (own?.free ?? []).filter((each) => each.date === date).map(({ hour }) => hour)
  if (hours.length === 0) return null
  const ranges = rangesOf(hours).map(({ from, to }) =>
    t('time', { from: formatHour(from), to: formatHour(to) }),
  )
  return <p className="ds-hidden">{t('freeOn', { hours: ranges.join(', ') })}</p>
}

/** Where the moved lesson would be, and the free hours that can be pressed. */
function Targets({ date, move }: { date: string; move: Move }) {
  const t = useTranslator(texts.week)
  const textOf = useTargetText()
  const { moving, targets, found } = move
  if (moving === null) return null
  const { lesson, to } = moving
  const length = lesson.durationMinutes / 60
  return (
    <>
      {targets
        .filter((each) => each.date === date)
        .map((each) => (
          <button
            key={each.hour}
            type="button"
            className="ds-cal-target"
            tabIndex={-1}
            style={at(each.hour - firstHour)}
            aria-label={t('moveTo', { target: textOf(lesson, each) })}
            onClick={() => move.drop(each)}
          />
        ))}
      {to.date === date && (
        <div
          className="ds-cal-ghost"
          data-ok={found === null}
          style={at(to.hour - firstHour, length)}
          aria-hidden="true"
          ref={moving.by === 'keys' ? scrollTo : undefined}
          key={to.hour}
        >
          {formatHour(to.hour)}
        </div>
      )}
    </>
  )
}

const scrollTo = (ghost: HTMLElement | null) => ghost?.scrollIntoView?.({ block: 'nearest' })

/** A line at the current time. */
function Now({ at: hours }: { at: number }) {
  if (hours < 0 || hours > lastHour - firstHour) return null
  return <div className="ds-cal-now" style={at(hours)} aria-hidden="true" />
}
