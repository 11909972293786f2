import type { Api } from '@darsi/contracts/api.ts'
import { Badge } from '../badge.tsx'
import { Button } from '../button.tsx'
import { formatRelative } from '../catalogue.ts'
import { tones, waitedFor } from '../connections/connection.ts'
import { useLanguage, useTranslator } from '../i18n.tsx'
import { AlertIcon } from '../icons.tsx'
import { PersonName, type ShowPerson } from '../person-name.tsx'
import { subjectWords } from '../teachers/teacher-words.ts'
import { reviewTexts } from './review-texts.ts'

export type ListedConnection = Api['GET /admin/connections']['answer']['data'][number]
export type Decision = 'approve' | 'decline'

type Props = {
  connection: ListedConnection
  onDecide: (decision: Decision) => void
  onPerson: ShowPerson
}

/** spec §2: subject, status, "student → teacher", message, request date; what waits for a decision has its buttons. */
export function ReviewedCard({ connection, onDecide, onPerson }: Props) {
  const t = useTranslator(reviewTexts)
  const language = useLanguage()
  const { status, studentName, teacherName, message, note, review, minor, escalated, flags } = connection
  const pair = t('pair', { student: studentName, teacher: teacherName })
  return (
    <li className="ds-connection">
      <article className="ds-connection-card">
        <div className="ds-connection-head">
          <h3 className="ds-connection-name ds-connection-who">
            {subjectWords(connection.subject, language)}
          </h3>
          <div className="ds-row ds-connection-badges">
            {escalated && (
              <Badge tone="danger" icon={AlertIcon}>
                {t('escalated')}
              </Badge>
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
                <Badge tone="warning">{flagWords(flag, t)}</Badge>
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
        {review !== null && (
          <p className="ds-soft ds-small">
            {t('reviewed', {
              decision: t(review.decision),
              name: review.byName,
              when: formatRelative(review.at, language),
            })}
            {review.notes !== '' && <span dir="auto"> · {review.notes}</span>}
          </p>
        )}
        {status === 'pending' && review === null && (
          <div className="ds-row">
            <Button
              size="sm"
              aria-label={t('actionOf', { action: t('approve'), pair })}
              onClick={() => onDecide('approve')}
            >
              {t('approve')}
            </Button>
            <Button
              size="sm"
              variant="secondary"
              aria-label={t('actionOf', { action: t('decline'), pair })}
              onClick={() => onDecide('decline')}
            >
              {t('decline')}
            </Button>
          </div>
        )}
      </article>
    </li>
  )
}

function Pair({ connection, onPerson }: Pick<Props, 'connection' | 'onPerson'>) {
  const t = useTranslator(reviewTexts)
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
  const t = useTranslator(reviewTexts)
  const language = useLanguage()
  const waiting = waitedFor(needs).map((who) => t(who))
  const parts = [
    t('requested', { when: formatRelative(requestedDate, language) }),
    status === 'pending' && expiresAt !== null
      ? t('expires', { when: formatRelative(expiresAt, language) })
      : '',
    status === 'pending' && waiting.length > 0
      ? t('waitsFor', { who: waiting.join(t('listSeparator')) })
      : '',
  ]
  return <p className="ds-soft ds-small">{parts.filter((part) => part !== '').join(' · ')}</p>
}

const flagWords = (flag: string, t: (key: 'contactDetails' | 'manyRequests') => string): string =>
  flag === 'contact-details' ? t('contactDetails') : flag === 'many-requests' ? t('manyRequests') : flag
