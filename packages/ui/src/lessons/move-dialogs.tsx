import { useState } from 'react'
import type { ApiClient } from '../api-client.ts'
import { Checkbox, RadioGroup } from '../choice.tsx'
import { Field } from '../field.tsx'
import { useLanguage, useTranslator } from '../i18n.tsx'
import { Textarea } from '../input.tsx'
import { StarsInput } from '../stars.tsx'
import { dayLabel } from '../week-label.ts'
import { FreeHours, type Hour } from './free-hours.tsx'
import type { Lesson, LessonMove } from './lesson.ts'
import { lessonsTexts } from './lessons-texts.ts'
import { MoveFrame } from './move-frame.tsx'

type Props = { api: ApiClient; lesson: Lesson; onClose: () => void }

const dialogs: Readonly<Record<LessonMove, (props: Props) => React.ReactNode>> = {
  reschedule: RescheduleDialog,
  cancel: CancelDialog,
  complete: CompleteDialog,
  'no-show': NoShowDialog,
  review: ReviewDialog,
  answer: AnswerDialog,
  report: ReportDialog,
}

export function LessonDialog({ move, ...props }: Props & { move: LessonMove }) {
  const Dialog = dialogs[move]
  return <Dialog {...props} />
}

const useDay = ({ date }: Lesson) => dayLabel(date, useLanguage())

function RescheduleDialog({ api, lesson, onClose }: Props) {
  const t = useTranslator(lessonsTexts)
  const [week, setWeek] = useState(0)
  const [hour, setHour] = useState<Hour | null>(null)
  const [tried, setTried] = useState(false)
  const [round, setRound] = useState(0)
  return (
    <MoveFrame
      size="md"
      title={t('rescheduleTitle', { day: useDay(lesson) })}
      confirm={t('reschedule')}
      done={t('rescheduled')}
      send={() => {
        setTried(true)
        return hour && api.call('POST /sessions/:id/reschedule', { params: { id: lesson.id }, body: hour })
      }}
      onFailure={() => setRound((count) => count + 1)}
      onClose={onClose}
    >
      <FreeHours
        api={api}
        teacherId={lesson.teacher.id}
        week={week}
        onWeek={(next) => {
          setWeek(next)
          setHour(null)
        }}
        chosen={hour}
        onChoose={setHour}
        error={tried && hour === null ? t('chooseHour') : undefined}
        round={round}
      />
    </MoveFrame>
  )
}

function CancelDialog({ api, lesson, onClose }: Props) {
  const t = useTranslator(lessonsTexts)
  const [reason, setReason] = useState('')
  const [series, setSeries] = useState(false)
  const [tried, setTried] = useState(false)
  return (
    <MoveFrame
      danger
      title={t('cancelTitle', { day: useDay(lesson) })}
      confirm={t('cancel')}
      done={t('cancelDone')}
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
      <Words
        label={t('cancelReason')}
        value={reason}
        onChange={setReason}
        max={500}
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

function CompleteDialog({ api, lesson, onClose }: Props) {
  const t = useTranslator(lessonsTexts)
  return (
    <MoveFrame
      title={t('completeTitle', { day: useDay(lesson) })}
      confirm={t('complete')}
      done={t('completeDone')}
      send={() => api.call('POST /sessions/:id/complete', { params: { id: lesson.id } })}
      onClose={onClose}
    >
      <p>{t('completeText')}</p>
    </MoveFrame>
  )
}

function NoShowDialog({ api, lesson, onClose }: Props) {
  const t = useTranslator(lessonsTexts)
  const [reason, setReason] = useState('')
  return (
    <MoveFrame
      danger
      title={t('noShowTitle', { day: useDay(lesson) })}
      confirm={t('noShowMove')}
      done={t('noShowDone')}
      send={() =>
        api.call('POST /sessions/:id/no-show', { params: { id: lesson.id }, body: { reason: reason.trim() } })
      }
      onClose={onClose}
    >
      <p>{t('noShowText')}</p>
      <Words label={t('optionalReason')} value={reason} onChange={setReason} max={500} />
    </MoveFrame>
  )
}

function ReviewDialog({ api, lesson, onClose }: Props) {
  const t = useTranslator(lessonsTexts)
  const [rating, setRating] = useState<number | null>(null)
  const [comment, setComment] = useState('')
  const [tried, setTried] = useState(false)
  return (
    <MoveFrame
      title={t('reviewTitle', { name: lesson.teacher.name })}
      confirm={t('save')}
      done={t('reviewDone')}
      send={() => {
        setTried(true)
        if (rating === null) return null
        return api.call('POST /sessions/:id/review', {
          params: { id: lesson.id },
          body: { rating, comment: comment.trim() },
        })
      }}
      onClose={onClose}
    >
      <StarsInput legend={t('rating')} value={rating} onChange={setRating} />
      {tried && rating === null && (
        <p className="ds-error" role="alert">
          {t('ratingMissing')}
        </p>
      )}
      <Words label={t('comment')} hint={t('commentHint')} value={comment} onChange={setComment} max={1000} />
    </MoveFrame>
  )
}

function AnswerDialog({ api, lesson, onClose }: Props) {
  const t = useTranslator(lessonsTexts)
  const [answer, setAnswer] = useState('')
  const [tried, setTried] = useState(false)
  return (
    <MoveFrame
      title={t('answer')}
      confirm={t('save')}
      done={t('answerDone')}
      send={() => {
        setTried(true)
        if (answer.trim() === '') return null
        return api.call('POST /sessions/:id/review-answer', {
          params: { id: lesson.id },
          body: { answer: answer.trim() },
        })
      }}
      onClose={onClose}
    >
      <Words
        label={t('answerField')}
        hint={t('answerHint')}
        value={answer}
        onChange={setAnswer}
        max={1000}
        required
        error={tried && answer.trim() === '' ? t('answerMissing') : undefined}
      />
    </MoveFrame>
  )
}

const efforts = ['1', '2', '3', '4', '5'] as const

function ReportDialog({ api, lesson, onClose }: Props) {
  const t = useTranslator(lessonsTexts)
  const [topics, setTopics] = useState('')
  const [effort, setEffort] = useState<(typeof efforts)[number]>('3')
  const [homework, setHomework] = useState('')
  const [note, setNote] = useState('')
  const [tried, setTried] = useState(false)
  return (
    <MoveFrame
      size="md"
      title={t('reportTitle', { name: lesson.student.name })}
      confirm={t('reportSend')}
      done={t('reportDone')}
      send={() => {
        setTried(true)
        if (topics.trim() === '') return null
        return api.call('POST /sessions/:id/report', {
          params: { id: lesson.id },
          body: {
            topics: topics.trim(),
            effort: Number(effort),
            homework: homework.trim(),
            note: note.trim(),
          },
        })
      }}
      onClose={onClose}
    >
      <Words
        label={t('topics')}
        value={topics}
        onChange={setTopics}
        max={1000}
        required
        error={tried && topics.trim() === '' ? t('topicsMissing') : undefined}
      />
      <RadioGroup
        legend={t('effort')}
        value={effort}
        onChange={setEffort}
        options={efforts.map((value) => ({ value, label: t(`effort${value}`) }))}
      />
      <Words label={t('homework')} value={homework} onChange={setHomework} max={1000} />
      <Words label={t('note')} value={note} onChange={setNote} max={2000} />
    </MoveFrame>
  )
}

type WordsProps = {
  label: string
  value: string
  onChange: (value: string) => void
  max: number
  hint?: string
  error?: string | undefined
  required?: boolean
}

function Words({ label, value, onChange, max, hint, error, required = false }: WordsProps) {
  return (
    <Field label={label} hint={hint} error={error} required={required} optional={!required}>
      <Textarea
        dir="auto"
        rows={3}
        maxLength={max}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  )
}
