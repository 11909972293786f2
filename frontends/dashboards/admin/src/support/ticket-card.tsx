import type { Ticket } from '@darsi/contracts/calls/admin/tickets-api.ts'
import { isKeyOf, labelOfKey } from '@darsi/contracts/reference/choices.ts'
import { languageNames } from '@darsi/contracts/reference/languages.ts'
import { contactSubjects, contactUserTypes } from '@darsi/contracts/rules/texts/contact.ts'
import { Badge, type Tone } from '@darsi/design/feedback/badge.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { formatDateTime } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { Card } from '@darsi/design/layout/card.tsx'
import { texts } from '@darsi/features/texts.ts'
import { Fragment, type ReactNode } from 'react'
import { DueBadge } from './due-badge.tsx'

const tones = { new: 'accent', answered: 'success', closed: 'neutral' } as const satisfies Record<
  Ticket['status'],
  Tone
>

type Props = { ticket: Ticket; now: number; onClose: () => void; children: ReactNode }

/** One message of the contact form with its answers; `children` are the answer form. */
export function TicketCard({ ticket, now, onClose, children }: Props) {
  const t = useTranslator(texts.admin)
  const language = useLanguage()
  const { reference, status, name, email, phone, message, answers, closedAt, closedBy } = ticket
  const subject = labelOfKey(contactSubjects, ticket.subject, language)
  const who = isKeyOf(contactUserTypes, ticket.userType) ? contactUserTypes[ticket.userType][language] : null
  return (
    <Card
      as="article"
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
          <Button
            size="sm"
            variant="secondary"
            onClick={onClose}
            aria-label={t('closeNamed', { name: reference })}
          >
            {t('closeTicket')}
          </Button>
        )
      }
    >
      <p className="ds-soft ds-small">
        {[subject, who, reference, formatDateTime(ticket.createdAt, language)]
          .filter((part) => part !== undefined)
          .map((part, index) => (
            <Fragment key={part}>
              {index > 0 && '\u00a0· '}
              <bdi>{part}</bdi>
            </Fragment>
          ))}
      </p>
      <p className="admin-texts" dir="auto">
        {message}
      </p>
      <p className="ds-small">
        <a href={`mailto:${email}`}>{email}</a>
        {phone !== '' && (
          <>
            {'\u00a0· '}
            <bdi dir="ltr">{phone}</bdi>
          </>
        )}
        {'\u00a0· '}
        {t('reads', { language: languageNames[ticket.language] })}
      </p>
      {answers.map((answer) => (
        <div key={answer.at} className="admin-quote">
          <p dir="auto">{answer.text}</p>
          <p className="ds-soft ds-small">
            <bdi>{answer.byName}</bdi>&nbsp;· {formatDateTime(answer.at, language)}
          </p>
        </div>
      ))}
      {children}
      {closedAt !== null && (
        <p className="ds-soft ds-small">
          {t('closedOn', { name: closedBy?.name ?? '', date: formatDateTime(closedAt, language) })}
        </p>
      )}
    </Card>
  )
}
