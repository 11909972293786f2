import type { ReactNode } from 'react'
import { alertsTexts } from '../alerts/alerts-texts.ts'
import { Badge } from '../badge.tsx'
import { Button, LinkButton } from '../button.tsx'
import { formatDateTime, formatTime } from '../catalogue.ts'
import { useLanguage, useTranslator } from '../i18n.tsx'
import { FlagIcon, MapPinIcon, VideoIcon } from '../icons.tsx'
import { Stars } from '../stars.tsx'
import { subjectWords } from '../teachers/teacher-words.ts'
import { dayLabel } from '../week-label.ts'
import { type Lesson, type LessonMove, movesOf, otherSide, statusTones, type Viewer } from './lesson.ts'
import { LessonReport } from './lesson-report.tsx'
import { lessonsTexts } from './lessons-texts.ts'
import './lessons.css'

type Props = {
  lesson: Lesson
  viewer: Viewer
  /** Without it the card is only read. */
  onMove?: (move: LessonMove) => void
  /** Tells the safety team of something about this lesson. */
  onConcern?: () => void
  /** What its reader may do with the report. */
  reportActions?: ReactNode
  now?: number
  /** The heading's level on its page. */
  level?: 3 | 4
}

const statusWords = {
  upcoming: 'upcomingBadge',
  completed: 'completedBadge',
  cancelled: 'cancelledBadge',
  'no-show': 'noShowBadge',
} as const
const moveWords = {
  complete: 'complete',
  report: 'report',
  review: 'review',
  answer: 'answer',
  reschedule: 'reschedule',
  cancel: 'cancel',
  'no-show': 'noShowMove',
} as const
const forward: readonly LessonMove[] = ['complete', 'report', 'review']

/** One lesson: when, with whom, where, and what may be done about it. */
export function LessonCard({
  lesson,
  viewer,
  onMove,
  onConcern,
  reportActions,
  now = Date.now(),
  level = 3,
}: Props) {
  const Heading = `h${level}` as const
  const t = useTranslator(lessonsTexts)
  const concerns = useTranslator(alertsTexts)
  const language = useLanguage()
  const name = otherSide(lesson, viewer)
  const day = dayLabel(lesson.date, language)
  const online = lesson.type === 'online'
  const moves = onMove ? movesOf(lesson, viewer, now) : []
  const joins = lesson.status === 'upcoming' && lesson.meetingLink !== ''
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
          <Badge tone={statusTones[lesson.status]}>{t(statusWords[lesson.status])}</Badge>
        </div>
        <p>
          <strong>{subjectWords(lesson.subject, language)}</strong>{' '}
          {t(viewer === 'teacher' ? 'forLearner' : 'withTeacher', { name })}
          {viewer === 'parent' && <> · {t('forLearner', { name: lesson.student.name })}</>}
        </p>
        <p className="ds-lesson-facts">
          <span>
            {online ? <VideoIcon /> : <MapPinIcon />}
            {online ? t('online') : lesson.place === '' ? t('faceToFace') : lesson.place}
          </span>
          <span>{t('minutes', { count: lesson.durationMinutes })}</span>
          {lesson.seriesId !== null && <span>{t('series')}</span>}
          {lesson.parentPresent && <span>{t('parentPresent')}</span>}
        </p>
        <Aftermath lesson={lesson} viewer={viewer} />
        {lesson.report !== null && (
          <LessonReport report={lesson.report} viewer={viewer} actions={reportActions} />
        )}
        {(joins || moves.length > 0 || onConcern) && (
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
            {moves.map((move) => (
              <Button
                key={move}
                size="sm"
                variant={forward.includes(move) ? 'soft' : 'secondary'}
                aria-label={t('actionOf', { action: t(moveWords[move]), name, day })}
                onClick={() => onMove?.(move)}
              >
                {t(moveWords[move])}
              </Button>
            ))}
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

/** What was said afterwards: why not, how good, and which report is still due. */
function Aftermath({
  lesson: { reason, review, reportDueAt, report },
  viewer,
}: Pick<Props, 'lesson' | 'viewer'>) {
  const t = useTranslator(lessonsTexts)
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
