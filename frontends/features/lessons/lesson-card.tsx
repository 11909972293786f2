import { subjectName } from '@darsi/contracts/reference/subjects.ts'
import { classroomPath } from '@darsi/contracts/rules/classroom-path.ts'
import { Badge } from '@darsi/design/feedback/badge.tsx'
import { Stars } from '@darsi/design/feedback/stars.tsx'
import { Button, LinkButton } from '@darsi/design/forms/button.tsx'
import { BookIcon, FlagIcon, MapPinIcon, VideoIcon } from '@darsi/design/graphics/icons.tsx'
import { formatDateTime, formatMoney, formatTime } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { TunisTime } from '@darsi/design/i18n/tunis-time.tsx'
import { useNow } from '@darsi/design/i18n/use-now.ts'
import { dayLabel } from '@darsi/design/i18n/week-label.ts'
import type { ReactNode } from 'react'
import { texts } from '../texts.ts'
import {
  isInRoom,
  type Lesson,
  type LessonMove,
  movesOf,
  otherSide,
  proposedMove,
  roomOf,
  statusTones,
  type Viewer,
} from './lesson.ts'
import { LessonReport } from './reports/lesson-report.tsx'
import './lessons.css'

type Props = {
  lesson: Lesson
  viewer: Viewer
  /** Without it the card has no buttons. */
  onMove?: (move: LessonMove) => void
  /** Reports this lesson to the safety team. */
  onConcern?: () => void
  /** What the reader may do with the report. */
  reportActions?: ReactNode
  now?: number
  /** The level of the heading. */
  level?: 3 | 4
}

export const statusLabel = {
  proposed: 'proposedBadge',
  upcoming: 'upcomingBadge',
  completed: 'completedBadge',
  cancelled: 'cancelledBadge',
  'no-show': 'noShowBadge',
} as const
const moveTexts = {
  confirm: 'confirm',
  decline: 'decline',
  complete: 'complete',
  report: 'report',
  review: 'review',
  answer: 'answer',
  details: 'details',
  reschedule: 'reschedule',
  cancel: 'cancel',
  'no-show': 'noShowMove',
  'not-held': 'notHeldMove',
  'book-again': 'bookAgain',
} as const
const forward: readonly LessonMove[] = ['confirm', 'complete', 'report', 'review']

/** One lesson: time, other side, place and actions. */
export function LessonCard({ lesson, viewer, onMove, onConcern, reportActions, now, level = 3 }: Props) {
  const Heading = `h${level}` as const
  const t = useTranslator(texts.lessons)
  const concerns = useTranslator(texts.alerts)
  const language = useLanguage()
  const name = otherSide(lesson, viewer) || t('someLearner')
  const day = dayLabel(lesson.date, language)
  const online = lesson.type === 'online'
  // the room may open while the card is displayed, so the time is observed
  const clock = useNow()
  const at = now ?? clock
  const moves = onMove ? movesOf(lesson, at) : []
  const room = roomOf(lesson, at)
  const joins = lesson.status === 'upcoming' && lesson.meetingLink !== '' && !isInRoom(lesson)
  return (
    <li className="ds-lesson">
      <article className="ds-lesson-card">
        <div className="ds-lesson-head">
          <Heading className="ds-lesson-when">
            {day}
            <span className="ds-lesson-time ds-ltr">
              {t('time', {
                from: formatTime(lesson.startsAt, language),
                to: formatTime(lesson.endsAt, language),
              })}
            </span>
          </Heading>
          {lesson.onHold ? (
            <Badge tone="warning">{t('onHold')}</Badge>
          ) : (
            <Badge tone={statusTones[lesson.status]}>{t(statusLabel[lesson.status])}</Badge>
          )}
        </div>
        <p>
          <strong>{subjectName(lesson.subject, language)}</strong>{' '}
          {t(viewer === 'teacher' ? 'forLearner' : 'withTeacher', { name })}
          {viewer === 'parent' && <>&nbsp;· {t('forLearner', { name: lesson.student.name })}</>}
        </p>
        <p className="ds-lesson-facts">
          <TunisTime at={lesson.startsAt} />
          <span>
            {online ? <VideoIcon /> : <MapPinIcon />}
            {online ? t('online') : lesson.place === '' ? t('faceToFace') : lesson.place}
          </span>
          <span>{t('minutes', { count: lesson.durationMinutes })}</span>
          {lesson.group && (
            <span>{t('groupSeat', { price: formatMoney(lesson.group.price, language) })}</span>
          )}
          {lesson.seriesId !== null && <span>{t('series')}</span>}
          {lesson.parentPresent && <span>{t('parentPresent')}</span>}
        </p>
        <Company lesson={lesson} />
        <Notes notes={lesson.notes} />
        {lesson.answerUntil !== null && !lesson.onHold && (
          <p className="ds-small">
            {t(lesson.canAnswer ? 'answerUntil' : 'waitsUntil', {
              when: formatDateTime(lesson.answerUntil, language),
            })}
          </p>
        )}
        <WhatIsFixed lesson={lesson} name={name} now={at} />
        <RoomState lesson={lesson} />
        <Proposal lesson={lesson} />
        {lesson.onHold && <p className="ds-small">{t('onHoldText')}</p>}
        <Aftermath lesson={lesson} viewer={viewer} />
        {lesson.report !== null && (
          <LessonReport report={lesson.report} viewer={viewer} actions={reportActions} />
        )}
        {(joins || room !== null || moves.length > 0 || onConcern) && (
          <div className="ds-row">
            {joins && (
              <LinkButton
                size="sm"
                href={lesson.meetingLink}
                target="_blank"
                rel="noreferrer"
                icon={VideoIcon}
              >
                {t('join')}
              </LinkButton>
            )}
            {room !== null && (
              <LinkButton
                size="sm"
                variant={room === 'open' ? 'primary' : 'secondary'}
                href={classroomPath(lesson.id)}
                icon={room === 'open' ? VideoIcon : BookIcon}
              >
                {t(room === 'open' ? 'enterRoom' : 'readBoard')}
              </LinkButton>
            )}
            <Moves
              moves={moves}
              proposed={proposedMove(lesson, viewer)}
              name={name}
              day={day}
              onMove={onMove}
            />
            {onConcern && (
              <Button
                size="sm"
                variant="quiet"
                icon={FlagIcon}
                className="ds-lesson-concern"
                aria-label={concerns('reportOf', { name, day })}
                onClick={onConcern}
              >
                {concerns('reportShort')}
              </Button>
            )}
          </div>
        )}
      </article>
    </li>
  )
}

/** To the guardian who decides about a seat in a group hour: who else may be in the room. */
function Company({ lesson: { group, canAnswer } }: Pick<Props, 'lesson'>) {
  const t = useTranslator(texts.lessons)
  if (group?.audience !== 'minors' || !canAnswer) return null
  return <p className="ds-small">{t('companyMinors', { count: group.capacity - 1 })}</p>
}

function Notes({ notes }: Pick<Lesson, 'notes'>) {
  const t = useTranslator(texts.lessons)
  if (notes === '') return null
  return (
    <p className="ds-lesson-notes ds-small" dir="auto">
      {t('notesOf', { notes })}
    </p>
  )
}

type MovesProps = {
  moves: readonly LessonMove[]
  proposed: LessonMove | null
  name: string
  day: string
  onMove: Props['onMove']
}

function Moves({ moves, proposed, name, day, onMove }: MovesProps) {
  const t = useTranslator(texts.lessons)
  return moves.map((move) => (
    <Button
      key={move}
      size="sm"
      variant={move === proposed ? 'primary' : forward.includes(move) ? 'soft' : 'secondary'}
      aria-label={t('actionOf', { action: t(moveTexts[move]), name, day })}
      onClick={() => onMove?.(move)}
    >
      {t(moveTexts[move])}
    </Button>
  ))
}

/** What can no longer be changed before the lesson, and to whom to write then. */
function WhatIsFixed({ lesson, name, now }: Pick<Props, 'lesson'> & { name: string; now: number }) {
  const t = useTranslator(texts.lessons)
  const language = useLanguage()
  const { status, onHold, canReschedule, canCancel, undoUntil, startsAt, group } = lesson
  const isAhead = status === 'upcoming' && !onHold && now < Date.parse(startsAt)
  if (!isAhead || canReschedule || (group !== null && canCancel)) return null
  if (undoUntil !== null && now < Date.parse(undoUntil))
    return <p className="ds-small">{t('undoUntil', { at: formatTime(undoUntil, language) })}</p>
  return <p className="ds-soft ds-small">{t(canCancel ? 'onlyCancel' : 'fixed', { name })}</p>
}

/** Why the classroom is on hold or closed, while nobody has decided yet. */
function RoomState({ lesson: { room, status, onHold, endsAt } }: Pick<Props, 'lesson'>) {
  const t = useTranslator(texts.lessons)
  const language = useLanguage()
  if (status !== 'upcoming' || onHold || room === null) return null
  const { state, cause } = room
  if (state === 'held' && (cause === 'guardian-absent' || cause === 'guardian' || cause === 'teacher'))
    return <p className="ds-small">{t(`roomHeld_${cause}`, { at: formatTime(endsAt, language) })}</p>
  if (state === 'ended' && (cause === 'party' || cause === 'time'))
    return <p className="ds-small">{t(`roomEnded_${cause}`)}</p>
  return null
}

/** What attendance in the classroom says, while nobody has decided yet. */
function Proposal({ lesson: { attendance, status } }: Pick<Props, 'lesson'>) {
  const t = useTranslator(texts.attendance)
  if (status !== 'upcoming' || !attendance?.proposal) return null
  return <p className="ds-small">{t(`proposal_${attendance.proposal}`)}</p>
}

/** After the lesson: the reason of a cancellation, the rating, and whether a report is missing. */
function Aftermath({
  lesson: { reason, review, reportDueAt, report },
  viewer,
}: Pick<Props, 'lesson' | 'viewer'>) {
  const t = useTranslator(texts.lessons)
  const language = useLanguage()
  return (
    <>
      {reason !== '' && (
        <p className="ds-soft ds-small" dir="auto">
          {t('reason', { reason })}
        </p>
      )}
      {review !== null && (
        <div className="ds-lesson-review">
          <Stars value={review.rating} />
          {review.comment !== '' && <span dir="auto">{review.comment}</span>}
          {review.answer !== '' && (
            <span className="ds-soft ds-small">{t('teacherAnswer', { answer: review.answer })}</span>
          )}
        </div>
      )}
      {viewer === 'teacher' && report === null && reportDueAt !== null && (
        <p className="ds-small">
          <Badge tone="warning">{t('reportDue', { when: formatDateTime(reportDueAt, language) })}</Badge>
        </p>
      )}
    </>
  )
}
