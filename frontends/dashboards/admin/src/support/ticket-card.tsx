import { type ContactSubject, contactSubjects, contactUserTypes } from '@darsi/contracts/contact.ts'
import { languageNames } from '@darsi/contracts/languages.ts'
import type { Ticket } from '@darsi/contracts/tickets-api.ts'
import { Badge, type Tone } from '@darsi/ui/badge.tsx'
import { Button } from '@darsi/ui/button.tsx'
import { Card } from '@darsi/ui/card.tsx'
import { formatDateTime } from '@darsi/ui/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/ui/i18n.tsx'
import { Fragment } from 'react'
import { texts } from '../texts.ts'
import { DueBadge } from './due-badge.tsx'

const tones = { new: 'accent', answered: 'success', closed: 'neutral' } as const satisfies Record<
  Ticket['status'],
  Tone
>

type Props = { ticket: Ticket; now: number; busy: boolean; onAnswer: () => void; onClose: () => void }

export function TicketCard({ ticket, now, busy, onAnswer, onClose }: Props) {
  const t = useTranslator(texts)
  const language = useLanguage()
  const { reference, status, name, email, phone, message, answers, closedAt, closedBy } = ticket
  // `as`: the contact form refuses other keys; an unknown one is shown as it is
  const subject = contactSubjects[ticket.subject as ContactSubject]?.[language] ?? ticket.subject
  const who = (contactUserTypes as Readonly<Record<string, { [L in typeof language]: string }>>)[
    ticket.userType
  ]?.[language]
  return (
    <Card
      as="li"
      level={3}
      title={<bdi>{name}</bdi>}
      aside={
        <div className="admin-badges">
          <Badge tone={tones[status]}>{t(`ticket-${status}`)}</Badge>
          {status === 'new' && <DueBadge dueAt={ticket.dueAt} now={now} />}
        </div>
      }
      actions={
        status !== 'closed' && (
          <>
            <Button size="sm" onClick={onAnswer} aria-label={t('answerNamed', { name: reference })}>
              {t('answer')}
            </Button>
            <Button
              size="sm"
              variant="secondary"
              loading={busy}
              onClick={onClose}
              aria-label={t('closeNamed', { name: reference })}
            >
              {t('closeTicket')}
            </Button>
          </>
        )
      }
    >
      <p className="ds-soft ds-small">
        {[subject, who, reference, formatDateTime(ticket.createdAt, language)]
          .filter((part) => part !== undefined)
          .map((part, index) => (
            <Fragment key={part}>
              {index > 0 && ' · '}
              <bdi>{part}</bdi>
            </Fragment>
          ))}
      </p>
      <p className="admin-words" dir="auto">
        {message}
      </p>
      <p className="ds-small">
        <a href={`mailto:${email}`}>{email}</a>
        {phone !== '' && (
          <>
            {' · '}
            <bdi dir="ltr">{phone}</bdi>
          </>
        )}
        {' · '}
        {t('reads', { language: languageNames[ticket.language] })}
      </p>
      {answers.map((answer) => (
        <div key={answer.at} className="admin-quote">
          <p dir="auto">{answer.text}</p>
          <p className="ds-soft ds-small">
            <bdi>{answer.byName}</bdi> · {formatDateTime(answer.at, language)}
          </p>
        </div>
      ))}
      {closedAt !== null && (
        <p className="ds-soft ds-small">
          {t('closedOn', { name: closedBy?.name ?? '', date: formatDateTime(closedAt, language) })}
        </p>
      )}
    </Card>
  )
}
