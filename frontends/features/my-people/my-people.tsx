import type { DashboardProps } from '@darsi/client/dashboard/dashboard-props.ts'
import { FailureBanner } from '@darsi/client/query/failure-banner.tsx'
import { useCall } from '@darsi/client/query/use-call.ts'
import type { Api } from '@darsi/contracts/calls/api.ts'
import { andJoined } from '@darsi/contracts/reference/i18n/lists.ts'
import { subjectName } from '@darsi/contracts/reference/subjects.ts'
import { classroomPath } from '@darsi/contracts/rules/classroom-path.ts'
import { photoPath } from '@darsi/contracts/rules/public-page.ts'
import { Badge } from '@darsi/design/feedback/badge.tsx'
import { Button, LinkButton } from '@darsi/design/forms/button.tsx'
import { VideoIcon } from '@darsi/design/graphics/icons.tsx'
import { formatDateTime, formatRelative } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { TunisTime } from '@darsi/design/i18n/tunis-time.tsx'
import { useNow } from '@darsi/design/i18n/use-now.ts'
import { Avatar } from '@darsi/design/layout/avatar.tsx'
import { DefinitionList } from '@darsi/design/layout/definition-list.tsx'
import { type Connection, otherName, tones, waitedFor } from '../connections/public.ts'
import { type Lesson, roomOf, type Viewer } from '../lessons/public.ts'
import { RequestExtras } from '../messages/public.ts'
import { texts } from '../texts.ts'
import './my-people.css'

type Props = Pick<DashboardProps, 'api' | 'onTabChange'> & { viewer: Viewer }

/** The overview shows so many; the tab of the requests lists all. */
const shown = 6

/**
 * The teachers of a learner or the students of a teacher, each with the next lesson and what can be done now; then the
 * requests that wait for somebody. Renders nothing without any.
 */
export function MyPeople({ api, viewer, onTabChange }: Props) {
  const t = useTranslator(texts.myPeople)
  const asTeacher = viewer === 'teacher'
  const box = asTeacher ? 'received' : 'sent'
  const approved = useCall(api, 'GET /connections', { query: { box, status: 'approved' } })
  const pending = useCall(api, 'GET /connections', { query: { box, status: 'pending' } })
  const lessons = useCall(api, 'GET /sessions', { query: { status: 'upcoming', ahead: 'true' } })
  const homework = useCall(api, 'GET /homework', {
    query: { state: asTeacher ? 'handed-in' : 'open', limit: 5 },
  })
  const threads = useCall(api, 'GET /threads')
  const reports = useCall(api, 'GET /reports', { query: { limit: 5 } })
  const people = [...(approved.data?.data ?? []), ...(pending.data?.data ?? [])]
  const around: Around = {
    lessons: lessons.data?.data ?? [],
    homework: homework.data?.data ?? [],
    threads: threads.data?.data ?? [],
    reports: reports.data?.data ?? [],
  }
  const failed = [approved, pending].find(({ error }) => error !== null)
  if (failed) return <FailureBanner error={failed.error} reload={failed.reload} />
  if (people.length === 0) return null
  const all = () =>
    asTeacher ? onTabChange('student-requests') : onTabChange('find-teachers', { view: 'requests' })
  return (
    <section className="ds-stack" aria-labelledby="my-people">
      <div className="ds-my-people-head">
        <h3 id="my-people">{t(asTeacher ? 'students' : 'teachers')}</h3>
        <Button size="sm" variant="quiet" onClick={all}>
          {t('all')}
        </Button>
      </div>
      <ul className="ds-my-people">
        {people.slice(0, shown).map((connection) => (
          <Person
            key={connection.id}
            api={api}
            viewer={viewer}
            onTabChange={onTabChange}
            connection={connection}
            around={around}
          />
        ))}
      </ul>
    </section>
  )
}

function Person({
  api,
  viewer,
  onTabChange,
  connection,
  around,
}: Props & { connection: Connection; around: Around }) {
  const t = useTranslator(texts.myPeople)
  const words = useTranslator(texts.connections)
  const language = useLanguage()
  const asTeacher = viewer === 'teacher'
  const { id, status, teacher, student, subject, needs } = connection
  const name = otherName(connection, asTeacher, words)
  const isPending = status === 'pending'
  const who = andJoined(
    waitedFor(needs).map((part) => words(part)),
    language,
  )
  const toRequest = () => onTabChange(asTeacher ? 'student-requests' : 'find-teachers', { connection: id })
  return (
    <li className="ds-card">
      <div className="ds-my-people-who">
        <Avatar name={name} photo={!asTeacher && teacher.photo ? photoPath(teacher.photo) : null} size="lg" />
        <div>
          <h4 dir="auto">{name}</h4>
          <p className="ds-soft ds-small">
            {subjectName(subject, language)}
            {viewer === 'parent' && `\u00a0· ${words('forChild', { name: student.name })}`}
          </p>
        </div>
      </div>
      {isPending ? (
        <>
          <p>
            <Badge tone={tones.pending}>{t('waits', { who })}</Badge>
          </p>
          <div className="ds-card-actions">
            <Button
              size="sm"
              variant={
                connection.actions.some((move) => move === 'accept' || move === 'consent')
                  ? 'primary'
                  : 'secondary'
              }
              aria-label={t('requestOf', { name })}
              onClick={toRequest}
            >
              {t('request')}
            </Button>
          </div>
        </>
      ) : (
        <Together
          api={api}
          viewer={viewer}
          onTabChange={onTabChange}
          connection={connection}
          around={around}
        />
      )}
    </li>
  )
}

/** Of an approved connection: the next lesson, homework and report, and what can be done now. */
function Together({
  api,
  viewer,
  onTabChange,
  connection,
  around,
}: Props & { connection: Connection; around: Around }) {
  const t = useTranslator(texts.myPeople)
  const language = useLanguage()
  const now = useNow()
  const { lesson, homework, report, unread } = belongingTo(connection, around)
  const facts = [
    {
      term: t('nextLesson'),
      value: lesson ? (
        <>
          {formatDateTime(lesson.startsAt, language)}
          <TunisTime at={lesson.startsAt} />
        </>
      ) : (
        t('noLesson')
      ),
    },
    ...(homework
      ? [
          {
            term: t('homework'),
            value: (
              <>
                <bdi>{homework.title}</bdi>&nbsp;· {formatDateTime(homework.dueAt, language)}
                <TunisTime at={homework.dueAt} />
              </>
            ),
          },
        ]
      : []),
    ...(report ? [{ term: t('lastReport'), value: formatRelative(report.writtenAt, language, now) }] : []),
  ]
  return (
    <>
      <DefinitionList items={facts} />
      {unread > 0 && (
        <p>
          <Badge tone="accent">{t('unread', { count: unread })}</Badge>
        </p>
      )}
      <div className="ds-card-actions">
        {lesson !== null && roomOf(lesson, now) === 'open' && (
          <LinkButton size="sm" icon={VideoIcon} href={classroomPath(lesson.id)}>
            {t('enter')}
          </LinkButton>
        )}
        <RequestExtras
          api={api}
          viewer={viewer}
          connection={connection}
          onMessages={(thread) => onTabChange('messages', { thread })}
        />
      </div>
    </>
  )
}

type Row<K extends 'GET /homework' | 'GET /threads' | 'GET /reports'> = Api[K]['answer']['data'][number]

type Around = {
  /** Ahead, soonest first. */
  lessons: readonly Lesson[]
  /** Open, or for a teacher handed in. */
  homework: readonly Row<'GET /homework'>[]
  threads: readonly Row<'GET /threads'>[]
  reports: readonly Row<'GET /reports'>[]
}

/** What belongs to one connection. Reports name no connection, so they are found by subject and people. */
function belongingTo({ id, subject, teacher, student }: Connection, around: Around) {
  return {
    lesson: around.lessons.find(({ connectionId }) => connectionId === id) ?? null,
    homework: around.homework.find(({ connectionId }) => connectionId === id) ?? null,
    unread: around.threads.find(({ connectionId }) => connectionId === id)?.unread ?? 0,
    report:
      around.reports.find(
        (report) =>
          report.subject === subject &&
          report.teacherName === teacher.name &&
          report.childId === student.childId &&
          report.studentName === student.name,
      ) ?? null,
  }
}
