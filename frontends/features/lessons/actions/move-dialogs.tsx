import { useCall } from '@darsi/client/query/use-call.ts'
import { useDraft } from '@darsi/client/session/draft.ts'
import { Checkbox } from '@darsi/design/forms/choice.tsx'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { dayLabel } from '@darsi/design/i18n/week-label.ts'
import { useState } from 'react'
import { AttendancePanel } from '../../attendance/public.ts'
import { texts } from '../../texts.ts'
import { BookDialog } from '../booking/book-dialog.tsx'
import { FreeHours, type Hour } from '../booking/free-hours.tsx'
import { isInRoom, isJudged, type Lesson, type LessonMove } from '../lesson.ts'
import { DetailsDialog } from './details-dialog.tsx'
import { MoveFrame, type MoveProps, MoveWordsFrame, RescheduleFrame, WordsField } from './move-frame.tsx'
import { ReportDialog } from './report-dialog.tsx'
import { AnswerDialog, ReviewDialog } from './review-dialogs.tsx'

const dialogs: Readonly<Record<LessonMove, (props: MoveProps) => React.ReactNode>> = {
  confirm: ConfirmDialog,
  decline: DeclineDialog,
  details: DetailsDialog,
  reschedule: RescheduleDialog,
  cancel: CancelDialog,
  complete: CompleteDialog,
  'no-show': NoShowDialog,
  'not-held': NotHeldDialog,
  'book-again': BookAgain,
  review: ReviewDialog,
  answer: AnswerDialog,
  report: ReportDialog,
}

export function LessonDialog({ move, ...props }: MoveProps & { move: LessonMove }) {
  const Dialog = dialogs[move]
  return <Dialog {...props} />
}

const useDay = ({ date }: Lesson) => dayLabel(date, useLanguage())

function ConfirmDialog({ api, lesson, onClose }: MoveProps) {
  const t = useTranslator(texts.lessons)
  const [parentPresent, setParentPresent] = useState(false)
  const [tried, setTried] = useState(false)
  const isMissing = lesson.presenceNeeded && !parentPresent
  return (
    <MoveFrame
      api={api}
      title={t('confirmTitle', { day: useDay(lesson) })}
      confirm={t('confirm')}
      done={t('confirmDone')}
      send={() => {
        setTried(true)
        if (isMissing) return null
        const body = { agreed: true, parentPresent, version: lesson.version }
        return api.call('POST /sessions/:id/answer', { params: { id: lesson.id }, body })
      }}
      onClose={onClose}
    >
      {lesson.seriesId !== null && <p>{t('answerSeries')}</p>}
      {lesson.presenceNeeded ? (
        <Checkbox
          label={t('presence')}
          hint={t('presenceHint')}
          error={tried && isMissing ? t('presenceMissing') : undefined}
          checked={parentPresent}
          onChange={(event) => setParentPresent(event.target.checked)}
        />
      ) : (
        <p>{t('confirmText')}</p>
      )}
    </MoveFrame>
  )
}

function DeclineDialog({ api, lesson, onClose }: MoveProps) {
  const t = useTranslator(texts.lessons)
  return (
    <MoveFrame
      api={api}
      danger
      title={t('declineTitle', { day: useDay(lesson) })}
      confirm={t('decline')}
      done={t('declineDone')}
      send={() => {
        const body = { agreed: false, version: lesson.version }
        return api.call('POST /sessions/:id/answer', { params: { id: lesson.id }, body })
      }}
      onClose={onClose}
    >
      {lesson.seriesId !== null && <p>{t('answerSeries')}</p>}
      <p>{t('declineText')}</p>
    </MoveFrame>
  )
}

function RescheduleDialog({ api, lesson, onClose }: MoveProps) {
  const t = useTranslator(texts.lessons)
  const [week, setWeek] = useState<number | null>(null)
  const [hour, setHour] = useState<Hour | null>(null)
  const [tried, setTried] = useState(false)
  return (
    <RescheduleFrame
      api={api}
      lesson={lesson}
      title={t('rescheduleTitle', { day: useDay(lesson) })}
      send={() => {
        setTried(true)
        return hour && api.call('POST /sessions/:id/reschedule', { params: { id: lesson.id }, body: hour })
      }}
      onClose={onClose}
    >
      <FreeHours
        api={api}
        teacherId={lesson.teacher.id}
        connectionId={lesson.connectionId}
        week={week}
        onWeek={(next) => {
          setWeek(next)
          setHour(null)
        }}
        chosen={hour}
        onChoose={setHour}
        error={tried && hour === null ? t('chooseHour') : undefined}
      />
    </RescheduleFrame>
  )
}

function CancelDialog({ api, lesson, viewer, onClose }: MoveProps) {
  const t = useTranslator(texts.lessons)
  const [reason, setReason] = useDraft(
    `cancel/${lesson.id}`,
    lesson.undoUntil === null ? '' : t('undoReason'),
  )
  const [series, setSeries] = useState(false)
  const [tried, setTried] = useState(false)
  return (
    <MoveFrame
      api={api}
      danger
      title={t('cancelTitle', { day: useDay(lesson) })}
      confirm={t('cancel')}
      done={t(series ? 'cancelSeriesDone' : 'cancelDone')}
      send={() => {
        setTried(true)
        if (reason.trim() === '') return null
        return api.call('POST /sessions/:id/cancel', {
          params: { id: lesson.id },
          body: { reason: reason.trim(), series },
        })
      }}
      onClose={onClose}
    >
      <WordsField
        label={t('cancelReason')}
        value={reason}
        onChange={setReason}
        max={500}
        isJudged={isJudged(lesson, viewer)}
        required
        error={tried && reason.trim() === '' ? t('reasonMissing') : undefined}
      />
      {lesson.seriesId !== null && (
        <Checkbox
          label={t('cancelSeries')}
          checked={series}
          onChange={(event) => setSeries(event.target.checked)}
        />
      )}
    </MoveFrame>
  )
}

function CompleteDialog({ api, lesson, onClose }: MoveProps) {
  const t = useTranslator(texts.lessons)
  return (
    <MoveFrame
      api={api}
      title={t('completeTitle', { day: useDay(lesson) })}
      confirm={t('complete')}
      done={t('completeDone')}
      send={() => api.call('POST /sessions/:id/complete', { params: { id: lesson.id } })}
      onClose={onClose}
    >
      <p>{t('completeText')}</p>
      <Attended api={api} lesson={lesson} />
    </MoveFrame>
  )
}

function NoShowDialog({ api, lesson, viewer, onClose }: MoveProps) {
  const t = useTranslator(texts.lessons)
  const attendance = useTranslator(texts.attendance)
  const proposal = lesson.attendance?.proposal
  return (
    <MoveWordsFrame
      api={api}
      danger
      isJudged={isJudged(lesson, viewer)}
      draft={`no-show/${lesson.id}`}
      title={t('noShowTitle', { day: useDay(lesson) })}
      confirm={t('noShowMove')}
      done={t('noShowDone')}
      label={t('optionalReason')}
      optional
      initial={proposal && proposal !== 'completed' ? attendance(`proposal_${proposal}`) : ''}
      maxLength={500}
      onText={(reason) =>
        api.call('POST /sessions/:id/no-show', { params: { id: lesson.id }, body: { reason } })
      }
      onClose={onClose}
    >
      <p>{t('noShowText')}</p>
      <Attended api={api} lesson={lesson} />
    </MoveWordsFrame>
  )
}

function NotHeldDialog({ api, lesson, onClose }: MoveProps) {
  const t = useTranslator(texts.lessons)
  return (
    <MoveFrame
      api={api}
      title={t('notHeldTitle', { day: useDay(lesson) })}
      confirm={t('notHeldMove')}
      done={t('notHeldDone')}
      send={() => api.call('POST /sessions/:id/not-held', { params: { id: lesson.id } })}
      onClose={onClose}
    >
      <p>{t('notHeldText')}</p>
      <Attended api={api} lesson={lesson} />
    </MoveFrame>
  )
}

function BookAgain({ api, lesson, viewer, onClose }: MoveProps) {
  const connection = useCall(api, 'GET /connections/:id', { params: { id: lesson.connectionId } }).data?.data
  return connection ? (
    <BookDialog
      api={api}
      connections={[connection]}
      viewer={viewer}
      initial={asBooked(lesson)}
      onClose={onClose}
    />
  ) : null
}

/** Only the hour is left to choose. */
function asBooked(lesson: Lesson) {
  const { type, place, notes, parentPresent, durationMinutes: minutes } = lesson
  return {
    type,
    place,
    notes,
    parentPresent,
    minutes,
    meetingLink: isInRoom(lesson) ? '' : lesson.meetingLink,
  }
}

/** Who was present and whose connection was bad, for the decision about a lesson in the classroom. */
function Attended({ api, lesson }: Pick<MoveProps, 'api' | 'lesson'>) {
  return lesson.attendance === null ? null : <AttendancePanel api={api} sessionId={lesson.id} />
}
