import { plainClick } from '@darsi/client/place/plain-click.ts'
import { subjectName } from '@darsi/contracts/reference/subjects.ts'
import { pressedKey } from '@darsi/design/forms/pressed-key.ts'
import {
  AlertIcon,
  CalendarIcon,
  CheckIcon,
  ClockIcon,
  CloseIcon,
  type IconComponent,
  LockIcon,
  SortIcon,
} from '@darsi/design/graphics/icons.tsx'
import { formatTime } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { dayLabel } from '@darsi/design/i18n/week-label.ts'
import type { CSSProperties, PointerEvent } from 'react'
import { texts } from '../../texts.ts'
import { type Lesson, otherSide, type Viewer } from '../lesson.ts'
import { statusLabel } from '../lesson-card.tsx'
import type { Block } from './week-layout.ts'

/** An icon for each state, because colour alone does not identify it. */
export const statusIcons: Readonly<Record<Lesson['status'], IconComponent>> = {
  upcoming: CalendarIcon,
  proposed: ClockIcon,
  completed: CheckIcon,
  'no-show': AlertIcon,
  cancelled: CloseIcon,
}

type Props = {
  block: Block
  viewer: Viewer
  isMoving: boolean
  /** The address of the open lesson. */
  href: string
  onOpen: () => void
  /** Begins a move by keys. */
  onMove: () => void
  onPointerDown: (event: PointerEvent<HTMLElement>) => void
}

/** One lesson in its column. */
export function LessonBlock({ block, viewer, isMoving, href, onOpen, onMove, onPointerDown }: Props) {
  const t = useTranslator(texts.week)
  const lessons = useTranslator(texts.lessons)
  const language = useLanguage()
  const { lesson, from, length, lane, lanes } = block
  const name = otherSide(lesson, viewer) || lessons('someLearner')
  const Glyph = lesson.onHold ? LockIcon : statusIcons[lesson.status]
  const state = lessons(lesson.onHold ? 'onHold' : statusLabel[lesson.status])
  const time = t('time', {
    from: formatTime(lesson.startsAt, language),
    to: formatTime(lesson.endsAt, language),
  })
  const whose = viewer === 'parent' ? `\u00a0· ${lesson.student.name}` : ''
  // `as`: custom properties
  const position = { '--from': from, '--length': length, '--lane': lane, '--lanes': lanes } as CSSProperties
  return (
    <li className="ds-cal-item" style={position}>
      <a
        className="ds-cal-lesson"
        href={href}
        // a pointer moves the lesson; the browser would drag the address
        draggable={false}
        data-lesson={lesson.id}
        data-status={lesson.onHold ? 'hold' : lesson.status}
        data-movable={lesson.canReschedule || undefined}
        data-moving={isMoving || undefined}
        data-short={length < 0.75 || undefined}
        title={`${time} ${name}${whose}`}
        onClick={plainClick(onOpen)}
        onPointerDown={lesson.canReschedule ? onPointerDown : undefined}
        onKeyDown={(event) => {
          if (!lesson.canReschedule || pressedKey(event) !== 'm' || event.ctrlKey || event.metaKey) return
          event.preventDefault()
          onMove()
        }}
        aria-keyshortcuts={lesson.canReschedule ? 'M' : undefined}
      >
        <span className="ds-cal-time">
          <Glyph />
          <span className="ds-ltr">
            {formatTime(lesson.startsAt, language)}
            <span className="ds-cal-end">–{formatTime(lesson.endsAt, language)}</span>
          </span>
          <span className="ds-hidden">, {state}</span>
        </span>
        <bdi className="ds-cal-name">{name}</bdi>
        <span className="ds-cal-subject">
          {subjectName(lesson.subject, language)}
          {whose !== '' && <bdi>{whose}</bdi>}
        </span>
      </a>
      {lesson.canReschedule && (
        <button
          type="button"
          className="ds-cal-handle"
          aria-label={t('moveOf', { name, day: dayLabel(lesson.date, language) })}
          title={t('moveOf', { name, day: dayLabel(lesson.date, language) })}
          onClick={onMove}
        >
          <SortIcon />
        </button>
      )}
    </li>
  )
}
