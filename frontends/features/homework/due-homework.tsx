import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { useCall } from '@darsi/client/query/use-call.ts'
import type { Homework } from '@darsi/contracts/calls/users/homework-api.ts'
import { subjectName } from '@darsi/contracts/reference/subjects.ts'
import { Button } from '@darsi/design/forms/button.tsx'
import { formatDateTime } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { TunisTime } from '@darsi/design/i18n/tunis-time.tsx'
import { useNow } from '@darsi/design/i18n/use-now.ts'
import { Card } from '@darsi/design/layout/card.tsx'
import { texts } from '../texts.ts'
import { HomeworkState } from './homework-state.tsx'
import './homework.css'

type Props = {
  api: ApiClient
  viewer: 'student' | 'parent' | 'teacher'
  /** Opens the conversation that the homework belongs to. */
  onOpen: (connectionId: string) => void
}

const shown = 5

/** For the overview: homework that is due, or for a teacher homework to mark. Renders nothing without any. */
export function DueHomework({ api, viewer, onOpen }: Props) {
  const t = useTranslator(texts.homework)
  const isTeacher = viewer === 'teacher'
  const { data } = useCall(api, 'GET /homework', {
    query: { state: isTeacher ? 'handed-in' : 'open', limit: shown },
  })
  if (data === null || data.data.length === 0) return null
  return (
    <Card title={t(isTeacher ? 'toMark' : 'whatIsDue')} level={3}>
      <ul className="ds-homework-list">
        {data.data.map((homework) => (
          <DueRow key={homework.id} homework={homework} viewer={viewer} onOpen={onOpen} />
        ))}
      </ul>
      {data.total > shown && (
        <p className="ds-soft ds-small">{t('furtherDue', { count: data.total - shown })}</p>
      )}
    </Card>
  )
}

function DueRow({ homework, viewer, onOpen }: Pick<Props, 'viewer' | 'onOpen'> & { homework: Homework }) {
  const t = useTranslator(texts.homework)
  const language = useLanguage()
  const now = useNow()
  const { title, subject, teacherName, learnerName, dueAt, connectionId } = homework
  const who = viewer === 'student' ? teacherName : learnerName
  return (
    <li className="ds-due-homework">
      <div className="ds-due-homework-texts">
        <strong>
          <bdi>{title}</bdi>
        </strong>
        <span className="ds-soft ds-small">
          <bdi>{who}</bdi>&nbsp;· {subjectName(subject, language)}&nbsp;·{' '}
          {t('due', { when: formatDateTime(dueAt, language) })}
          <TunisTime at={dueAt} />
        </span>
      </div>
      <HomeworkState homework={homework} now={now} />
      <Button size="sm" variant="secondary" onClick={() => onOpen(connectionId)}>
        {t('open')}
        <span className="ds-hidden"> {title}</span>
      </Button>
    </li>
  )
}
