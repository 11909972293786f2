import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { subjectName } from '@darsi/contracts/reference/subjects.ts'
import { alertReasonNames, alertSeverityNames } from '@darsi/contracts/texts/child-protection.ts'
import { Badge } from '@darsi/design/feedback/badge.tsx'
import { Banner } from '@darsi/design/feedback/banner.tsx'
import { retryableLazy } from '@darsi/design/feedback/retryable-lazy.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { LoadingPanel } from '@darsi/design/graphics/spinner.tsx'
import { formatDateTime, formatRelative } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { inOneLine } from '@darsi/design/i18n/in-one-line.ts'
import { Card } from '@darsi/design/layout/card.tsx'
import { DefinitionList } from '@darsi/design/layout/definition-list.tsx'
import { PersonName, type ShowPerson } from '@darsi/design/layout/person-name.tsx'
import { type ReactNode, Suspense } from 'react'
import { texts } from '../texts.ts'
import { type Alert, type AlertViewer, clockOf, severityTones } from './alert.ts'
import { EmergencyNumbers } from './emergency-numbers.tsx'
import './alerts.css'

// guardians see the same card without it
const AlertSteps = retryableLazy(async () => ({ default: (await import('./alert-steps.tsx')).AlertSteps }))

const PausedConnections = retryableLazy(async () => ({
  default: (await import('./paused-connections.tsx')).PausedConnections,
}))
const LessonEvidence = retryableLazy(async () => ({
  default: (await import('./lesson-evidence.tsx')).LessonEvidence,
}))
const ReportedFiles = retryableLazy(async () => ({
  default: (await import('./reported-files.tsx')).ReportedFiles,
}))

type Props = {
  as?: 'li' | 'article'
  alert: Alert
  viewer: AlertViewer
  /** Without these callbacks the card has no buttons. */
  onResolve?: () => void
  onAnswer?: () => void
  /** If given, administrators decide on the paused connections here. */
  api?: ApiClient
  /** Opens the account of a person. */
  onPerson?: ShowPerson
  now?: number
  /** The form of the decision, at the bottom. */
  children?: ReactNode
}

/** One safety alert: its kind, the person concerned, the deadline, whom to call, and the possible actions. */
export function AlertCard({ as = 'li', alert, viewer, api, onPerson, now = Date.now(), ...rest }: Props) {
  const { onResolve, onAnswer, children } = rest
  const t = useTranslator(texts.alerts)
  const language = useLanguage()
  const reason = alertReasonNames[alert.reason][language]
  const clock = clockOf(alert, now)
  const isAdmin = viewer === 'admin'
  const about = isAdmin ? '' : (alert.about?.name ?? '')
  const people = [about && t('about', { name: about }), isAdmin && alert.minor ? t('aMinor') : '']
  const when = clock ? formatDateTime(clock.until, language) : ''
  const mayAnswer = onAnswer && alert.status === 'open' && alert.answeredAt === null
  const mayResolve = onResolve && alert.mayResolve
  const buttons = (
    <>
      {mayAnswer && (
        <Button size="sm" onClick={onAnswer} aria-label={t('answerOf', { reason })}>
          {t('answer')}
        </Button>
      )}
      {mayResolve && (
        <Button size="sm" variant="secondary" onClick={onResolve} aria-label={t('resolveOf', { reason })}>
          {t('resolve')}
        </Button>
      )}
    </>
  )
  return (
    <Card
      as={as}
      level={3}
      title={reason}
      aside={
        alert.status === 'resolved' ? (
          <Badge tone="success">{t('resolvedBadge')}</Badge>
        ) : (
          <Badge tone={severityTones[alert.severity]}>
            {t('severity', { severity: alertSeverityNames[alert.severity][language] })}
          </Badge>
        )
      }
      actions={mayAnswer || mayResolve ? buttons : undefined}
    >
      <p className="ds-soft ds-small">{inOneLine([formatRelative(alert.createdAt, language), ...people])}</p>
      {isAdmin && alert.reporter !== 'known' && (
        <Banner live="none">
          {t(alert.reporter === 'stranger' ? 'reporterStranger' : 'reporterUnproven')}
        </Banner>
      )}
      {isAdmin && <Concerned alert={alert} onPerson={onPerson} />}
      <Quote label={t('reportedText')} text={alert.text} />
      <Quote label={t('message')} text={alert.quoted} />
      {isAdmin && api && alert.fromClassroom && alert.status === 'open' && (
        <Suspense>
          <LessonEvidence api={api} alertId={alert.id} />
        </Suspense>
      )}
      {isAdmin && api && alert.files > 0 && alert.status === 'open' && (
        <Suspense>
          <ReportedFiles api={api} alertId={alert.id} count={alert.files} />
        </Suspense>
      )}
      {isAdmin && api && (
        <Suspense fallback={<LoadingPanel />}>
          <AlertSteps api={api} alert={alert} />
          <PausedConnections api={api} paused={alert.concerned?.paused ?? []} />
        </Suspense>
      )}
      {isAdmin ? <Clocks alert={alert} now={now} /> : null}
      {!isAdmin && clock && alert.severity !== 'low' && (
        <p>{t(clock.waits === 'answer' ? 'teamKnows' : 'teamLooks', { when })}</p>
      )}
      {alert.status === 'open' && (isAdmin ? alert.minor : alert.severity !== 'low') && (
        <EmergencyNumbers governorateId={alert.governorateId} />
      )}
      {alert.status === 'resolved' && <Outcome alert={alert} />}
      {children}
    </Card>
  )
}

function Quote({ label, text }: { label: string; text: string }) {
  if (text === '') return null
  return (
    <div>
      <p className="ds-soft ds-small">{label}</p>
      <p className="ds-alert-texts" dir="auto">
        {text}
      </p>
    </div>
  )
}

/** For administrators: what has to be done, by when, and who handles it. */
function Clocks({ alert, now }: { alert: Alert; now: number }) {
  const t = useTranslator(texts.alerts)
  const language = useLanguage()
  const clock = clockOf(alert, now)
  if (!clock) return null
  const late = <Badge tone="danger">{t('overdue')}</Badge>
  const { answeredAt, answeredBy, dueAt, investigateBy } = alert
  const by = answeredBy?.name || t('someone')
  const answer =
    answeredAt === null
      ? { id: 'answer', term: t('answerBy'), value: formatDateTime(dueAt, language) }
      : {
          id: 'answered',
          term: t('answered'),
          value: t('answeredBy', { name: by, when: formatRelative(answeredAt, language) }),
        }
  const isLate = Date.parse(investigateBy) < now
  const items = [
    {
      ...answer,
      value: (
        <>
          {answer.value} {clock.waits === 'answer' && clock.isOverdue && late}
        </>
      ),
    },
    {
      id: 'result',
      term: t('investigateBy'),
      value: (
        <>
          {formatDateTime(investigateBy, language)} {isLate && late}
        </>
      ),
    },
  ]
  return <DefinitionList items={items} />
}

function Outcome({ alert: { note, resolvedBy, resolvedAt } }: { alert: Alert }) {
  const t = useTranslator(texts.alerts)
  const language = useLanguage()
  const name = resolvedBy?.name || t('someone')
  const when = resolvedAt === null ? '' : formatRelative(resolvedAt, language)
  const items = [
    {
      id: 'by',
      term: t('resolvedBy'),
      value: (
        <>
          <bdi>{name}</bdi>&nbsp;· {when}
        </>
      ),
    },
    ...(note === '' ? [] : [{ id: 'note', term: t('note'), value: <bdi>{note}</bdi> }]),
  ]
  return <DefinitionList items={items} />
}

type ConcernedProps = { alert: Alert; onPerson: ShowPerson | undefined }

/** For administrators: who reported whom, and the learner of the lesson. */
function Concerned({ alert: { about, by, concerned, minor }, onPerson }: ConcernedProps) {
  const t = useTranslator(texts.alerts)
  const language = useLanguage()
  const person = (who: { name: string; id: string | null }) => (
    <PersonName name={who.name} id={who.id} onShow={onPerson} />
  )
  const { learner = null, teacher = null, subject = null, lessonAt = null } = concerned ?? {}
  const what = subject === null ? '' : subjectName(subject, language)
  const items = [
    about?.name && { id: 'about', term: t('aboutWhom'), value: person(about) },
    learner && {
      id: 'learner',
      term: t(minor ? 'child' : 'learner'),
      value: person({ name: learner.name, id: learner.accountId }),
    },
    teacher && { id: 'teacher', term: t('teacher'), value: person(teacher) },
    lessonAt && {
      id: 'lesson',
      term: t('lesson'),
      value: inOneLine([what, formatDateTime(lessonAt, language)]),
    },
    !lessonAt && what !== '' && { id: 'subject', term: t('subject'), value: what },
    by?.name && { id: 'by', term: t('reportedBy'), value: person(by) },
  ].filter((item) => item !== null && typeof item === 'object')
  return items.length === 0 ? null : <DefinitionList items={items} />
}
