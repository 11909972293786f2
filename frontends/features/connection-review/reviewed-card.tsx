import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { ReasonForm, templatesOf } from '@darsi/client/queue/reason-form.tsx'
import type { Api } from '@darsi/contracts/calls/api.ts'
import { andJoined } from '@darsi/contracts/reference/i18n/lists.ts'
import { subjectName } from '@darsi/contracts/reference/subjects.ts'
import { Badge } from '@darsi/design/feedback/badge.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { AlertIcon, CheckIcon } from '@darsi/design/graphics/icons.tsx'
import { formatRelative } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { inOneLine } from '@darsi/design/i18n/in-one-line.ts'
import { PersonName, type ShowPerson } from '@darsi/design/layout/person-name.tsx'
import { tones, waitedFor } from '../connections/public.ts'
import { SafetyRecords } from '../safety-records/public.ts'
import { texts } from '../texts.ts'

export type ListedConnection = Api['GET /admin/connections']['answer']['data'][number]
export type Decision = 'approve' | 'decline'
export type PauseDecision = 'reopen' | 'end' | 'lift'

type Props = {
  api: ApiClient
  connection: ListedConnection
  /** The decision whose notes are being written. */
  writing: Decision | null
  onWriting: (decision: Decision | null) => void
  onDecide: (decision: Decision, notes: string) => void
  onPause: (decision: PauseDecision) => void
  onPerson: ShowPerson
}

export const notesDraft = (id: string, decision: Decision) => `${decision}/${id}`

export const pairLabel = (
  { studentName, teacherName }: ListedConnection,
  t: (key: 'pair', params: Record<string, string>) => string,
) => t('pair', { student: studentName, teacher: teacherName })

/** spec §2: subject, status, "student → teacher", message, request date; what waits for a decision has its buttons. */
export function ReviewedCard({ api, connection, onPause, onPerson, ...deciding }: Props) {
  const t = useTranslator(texts.connectionReview)
  const language = useLanguage()
  const { status, message, note, review, minor, escalated, flags } = connection
  const pair = pairLabel(connection, t)
  return (
    <article className="ds-connection-card">
      <div className="ds-connection-head">
        <h3 className="ds-connection-name ds-connection-who">{subjectName(connection.subject, language)}</h3>
        <div className="ds-row ds-connection-badges">
          {escalated && (
            <Badge tone="danger" icon={AlertIcon}>
              {t('escalated')}
            </Badge>
          )}
          {connection.openAlerts > 0 && (
            <Badge tone="danger">{t('openAlerts', { count: connection.openAlerts })}</Badge>
          )}
          {minor && <Badge tone="accent">{t('minor')}</Badge>}
          <Badge tone={tones[status]}>{t(status)}</Badge>
        </div>
      </div>
      <Pair connection={connection} onPerson={onPerson} />
      <p className="ds-connection-message" dir="auto">
        {message === '' ? <span className="ds-soft">{t('noMessage')}</span> : message}
      </p>
      {flags.length > 0 && (
        <ul className="ds-connection-contact">
          {flags.map((flag) => (
            <li key={flag}>
              <Badge tone="warning">{flagLabel(flag, t)}</Badge>
            </li>
          ))}
        </ul>
      )}
      {note !== '' && (
        <p className="ds-small" dir="auto">
          {t('note', { note })}
        </p>
      )}
      <Times connection={connection} />
      <SafetyRecords api={api} of={{ connectionId: connection.id }} />
      {review !== null && (
        <p className="ds-soft ds-small">
          {t('reviewed', {
            decision: t(review.decision),
            name: review.byName,
            when: formatRelative(review.at, language),
          })}
          {review.notes !== '' && <span dir="auto">&nbsp;· {review.notes}</span>}
        </p>
      )}
      {(connection.paused || isExcluded(connection)) && (
        <PauseMoves connection={connection} pair={pair} onPause={onPause} />
      )}
      {mayReview(connection) && <ReviewMoves connection={connection} pair={pair} {...deciding} />}
    </article>
  )
}

/** A request that was paused and reopened still needs its first decision. */
const isReviewed = ({ review, adminReviewedAt, needs }: ListedConnection): boolean =>
  review?.decision === 'reopened' ? needs.admin !== 'waiting' : review !== null || adminReviewedAt !== null

export const mayReview = (connection: ListedConnection): boolean =>
  connection.status === 'pending' && !isReviewed(connection)

/** An administrator keeps the teacher and the learner apart. */
const isExcluded = ({ review }: ListedConnection): boolean => review?.decision === 'ended'

type MoveProps = Omit<Props, 'api' | 'onPause' | 'onPerson'> & { pair: string }

/** Approving takes one click, unless it needs a note; a note or a refusal opens the form beside it. */
function ReviewMoves({ connection, pair, writing, onWriting, onDecide }: MoveProps) {
  const t = useTranslator(texts.connectionReview)
  const needsNote = connection.flags.includes('same-person')
  return (
    <>
      <div className="ds-row">
        {!needsNote && (
          <Button
            size="sm"
            icon={CheckIcon}
            aria-label={t('actionOf', { action: t('approve'), pair })}
            onClick={() => onDecide('approve', '')}
          >
            {t('approve')}
          </Button>
        )}
        {(['decline', 'approve'] as const).map((decision) => (
          <Button
            key={decision}
            size="sm"
            variant={decision === 'decline' ? 'danger-quiet' : 'quiet'}
            aria-label={t('actionOf', {
              action: t(decision === 'decline' ? 'decline' : 'approveNote'),
              pair,
            })}
            aria-expanded={writing === decision}
            onClick={() => onWriting(writing === decision ? null : decision)}
          >
            {t(decision === 'decline' ? 'decline' : 'approveNote')}
          </Button>
        ))}
      </div>
      {writing !== null && (
        <ReasonForm
          key={writing}
          danger={writing === 'decline'}
          draft={notesDraft(connection.id, writing)}
          templates={writing === 'decline' ? declineReasons : {}}
          label={t('notes')}
          hint={t(`${writing}Text`)}
          missing={t('noteMissing')}
          confirm={t(writing)}
          onReason={(notes) => onDecide(writing, notes)}
          onCancel={() => onWriting(null)}
        />
      )}
    </>
  )
}

function PauseMoves({
  connection: { status, paused },
  pair,
  onPause,
}: Pick<Props, 'connection' | 'onPause'> & { pair: string }) {
  const t = useTranslator(texts.connectionReview)
  const moves = !paused
    ? (['lift'] as const)
    : status === 'suspended'
      ? (['reopen', 'end'] as const)
      : (['end', 'lift'] as const)
  return (
    <>
      <p className="ds-small">{t(paused ? 'pauseWaits' : 'keptApart')}</p>
      <div className="ds-row">
        {moves.map((move) => (
          <Button
            key={move}
            size="sm"
            variant="secondary"
            aria-label={t('actionOf', { action: t(move), pair })}
            onClick={() => onPause(move)}
          >
            {t(move)}
          </Button>
        ))}
      </div>
    </>
  )
}

function Pair({ connection, onPerson }: Pick<Props, 'connection' | 'onPerson'>) {
  const t = useTranslator(texts.connectionReview)
  const { studentId, studentName, studentHasAccount, teacherId, teacherName } = connection
  return (
    <p className="ds-connection-subject">
      <PersonName name={studentName} id={studentHasAccount ? studentId : null} onShow={onPerson} />
      {` ${t('pairArrow')} `}
      <PersonName name={teacherName} id={teacherName === '' ? null : teacherId} onShow={onPerson} />
    </p>
  )
}

function Times({ connection: { status, requestedDate, expiresAt, needs } }: Pick<Props, 'connection'>) {
  const t = useTranslator(texts.connectionReview)
  const language = useLanguage()
  const waiting = waitedFor(needs).map((who) => t(who))
  const parts = [
    t('requested', { when: formatRelative(requestedDate, language) }),
    status === 'pending' && expiresAt !== null
      ? t('expires', { when: formatRelative(expiresAt, language) })
      : '',
    status === 'pending' && waiting.length > 0 ? t('waitsFor', { who: andJoined(waiting, language) }) : '',
  ]
  return <p className="ds-soft ds-small">{inOneLine(parts)}</p>
}

const flagLabels = {
  'contact-details': 'contactDetails',
  'many-requests': 'manyRequests',
  'consent-withdrawn': 'consentWithdrawn',
  'adult-at-school': 'adultAtSchool',
  'same-person': 'samePerson',
} as const
type FlagLabels = typeof flagLabels
const isKnown = (flag: string): flag is keyof FlagLabels => Object.hasOwn(flagLabels, flag)

const flagLabel = (flag: string, t: (key: FlagLabels[keyof FlagLabels]) => string): string =>
  isKnown(flag) ? t(flagLabels[flag]) : flag

/** Notes of declined requests; both sides read them. */
const declineReasons = templatesOf(texts.declineReasons)
