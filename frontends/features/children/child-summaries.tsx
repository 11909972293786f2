import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { FailureBanner } from '@darsi/client/query/failure-banner.tsx'
import { LoadedPanel } from '@darsi/client/query/loaded-panel.tsx'
import { type Loaded, useCall } from '@darsi/client/query/use-call.ts'
import type { Api } from '@darsi/contracts/calls/api.ts'
import { subjectName } from '@darsi/contracts/reference/subjects.ts'
import { Badge } from '@darsi/design/feedback/badge.tsx'
import { Skeleton } from '@darsi/design/feedback/skeleton.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { formatDateTime, formatRelative } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { TunisTime } from '@darsi/design/i18n/tunis-time.tsx'
import { useNow } from '@darsi/design/i18n/use-now.ts'
import { Card } from '@darsi/design/layout/card.tsx'
import { DefinitionList } from '@darsi/design/layout/definition-list.tsx'
import { texts } from '../texts.ts'
import type { Child } from './child.ts'
import { ChildName } from './child-name.tsx'
import './children.css'

type Props = {
  api: ApiClient
  onAdd: () => void
  onLessons: (childId: string) => void
  onReports: (childId: string) => void
}

/**
 * For each child: the next lesson, the last report, and the consents that are asked, those for proposed lessons too;
 * without children the next step.
 */
export function ChildSummaries({ api, onAdd, onLessons, onReports }: Props) {
  const children = useCall(api, 'GET /children')
  const lessons = useCall(api, 'GET /sessions', { query: { status: 'upcoming', ahead: 'true' } })
  const asked = useCall(api, 'GET /connections', { query: { box: 'sent', status: 'pending' } })
  const failed = [lessons, asked].filter(({ error }) => error !== null)
  return (
    <LoadedPanel of={children}>
      {({ data }) =>
        data.length === 0 ? (
          <NoChild onAdd={onAdd} />
        ) : (
          <>
            <FailureBanner
              error={failed[0]?.error ?? null}
              reload={() => {
                for (const { reload } of failed) reload()
              }}
            />
            <ul className="ds-children">
              {data.map((child) => (
                <Summary
                  key={child.id}
                  api={api}
                  child={child}
                  lessons={lessons}
                  consents={
                    (asked.data?.data ?? []).filter(
                      ({ student, actions }) => student.childId === child.id && actions.includes('consent'),
                    ).length
                  }
                  onLessons={() => onLessons(child.id)}
                  onReports={() => onReports(child.id)}
                />
              ))}
            </ul>
          </>
        )
      }
    </LoadedPanel>
  )
}

function NoChild({ onAdd }: Pick<Props, 'onAdd'>) {
  const t = useTranslator(texts.children)
  return (
    <Card
      level={3}
      title={t('noneTitle')}
      actions={
        <Button size="sm" onClick={onAdd}>
          {t('add')}
        </Button>
      }
    >
      <p className="ds-soft">{t('noneText')}</p>
    </Card>
  )
}

type SummaryProps = {
  api: ApiClient
  child: Child
  lessons: Loaded<Api['GET /sessions']['answer']>
  consents: number
  onLessons: () => void
  onReports: () => void
}

function Summary({ api, child: { id, firstName }, consents, onLessons, onReports, ...loaded }: SummaryProps) {
  const t = useTranslator(texts.children)
  const language = useLanguage()
  const now = useNow()
  const lessons = (loaded.lessons.data?.data ?? []).filter(({ student }) => student.childId === id)
  const reports = useCall(api, 'GET /reports', { query: { childId: id, limit: 1 } })
  const report = reports.data?.data[0]
  const [lesson] = lessons
  const toAnswer = lessons.filter(({ canAnswer }) => canAnswer).length
  const asked = consents + toAnswer
  const label = (action: string) => t('actionOf', { action, name: firstName })
  return (
    <Card
      as="li"
      level={3}
      title={<ChildName name={firstName} />}
      aside={asked > 0 && <Badge tone="warning">{t('consentsWaiting', { count: asked })}</Badge>}
      actions={
        <>
          <Button
            size="sm"
            variant={toAnswer > 0 ? 'primary' : 'secondary'}
            aria-label={label(t('lessonsOf'))}
            onClick={onLessons}
          >
            {t('lessonsOf')}
          </Button>
          {report && (
            <Button size="sm" variant="secondary" aria-label={label(t('reports'))} onClick={onReports}>
              {t('reports')}
            </Button>
          )}
        </>
      }
    >
      <FailureBanner error={reports.error} reload={reports.reload} />
      <DefinitionList
        items={[
          {
            term: t('nextLesson'),
            value: lesson ? (
              <>
                {formatDateTime(lesson.startsAt, language)}
                <TunisTime at={lesson.startsAt} />{' '}
                {lesson.canAnswer && <Badge tone="warning">{t('lessonWaits')}</Badge>}
                <br />
                <span className="ds-soft ds-small">
                  {subjectName(lesson.subject, language)}&nbsp;· <bdi>{lesson.teacher.name}</bdi>
                </span>
              </>
            ) : (
              <Nothing of={loaded.lessons} text={t('noneBooked')} />
            ),
          },
          {
            term: t('lastReport'),
            value: report ? (
              <>
                {formatRelative(report.writtenAt, language, now)}{' '}
                {report.readAt === null && <Badge tone="accent">{t('reportNew')}</Badge>}
                <br />
                <bdi className="ds-soft ds-small">{report.topics}</bdi>
              </>
            ) : (
              <Nothing of={reports} text={t('noReport')} />
            ),
          },
        ]}
      />
    </Card>
  )
}

/** The text only once the list has arrived: an empty value is not known before. */
function Nothing({
  of: { data, error },
  text,
}: {
  of: Pick<Loaded<unknown>, 'data' | 'error'>
  text: string
}) {
  if (data === null && error === null) return <Skeleton lines={1} />
  return <span className="ds-soft">{data === null ? '–' : text}</span>
}
