import { useDraft } from '@darsi/client/session/draft.ts'
import { RadioGroup } from '@darsi/design/forms/choice.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useState } from 'react'
import { texts } from '../../texts.ts'
import { isJudged } from '../lesson.ts'
import { MoveFrame, type MoveProps, WordsField } from './move-frame.tsx'

const efforts = ['1', '2', '3', '4', '5'] as const

/** The teacher's progress report after a lesson. */
export function ReportDialog({ api, lesson, viewer, onClose }: MoveProps) {
  const t = useTranslator(texts.lessons)
  const [topics, setTopics] = useDraft(`progress-topics/${lesson.id}`, '')
  const [effort, setEffort] = useState<(typeof efforts)[number]>('3')
  const [homework, setHomework] = useDraft(`progress-homework/${lesson.id}`, '')
  const [note, setNote] = useDraft(`progress-note/${lesson.id}`, '')
  const [tried, setTried] = useState(false)
  const judged = isJudged(lesson, viewer)
  return (
    <MoveFrame
      api={api}
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
      <WordsField
        label={t('topics')}
        value={topics}
        onChange={setTopics}
        max={1000}
        isJudged={judged}
        required
        error={tried && topics.trim() === '' ? t('topicsMissing') : undefined}
      />
      <RadioGroup
        legend={t('effort')}
        value={effort}
        onChange={setEffort}
        options={efforts.map((value) => ({ value, label: t(`effort${value}`) }))}
      />
      <WordsField
        label={t('homework')}
        value={homework}
        onChange={setHomework}
        max={1000}
        isJudged={judged}
      />
      <WordsField label={t('note')} value={note} onChange={setNote} max={2000} isJudged={judged} />
    </MoveFrame>
  )
}
