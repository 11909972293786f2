import { choiceFrom } from '@darsi/contracts/reference/choices.ts'
import { preferredTimeLabel } from '@darsi/contracts/reference/hours.ts'
import { andJoined, listOf } from '@darsi/contracts/reference/i18n/lists.ts'
import { adultLearningTypes } from '@darsi/contracts/reference/levels.ts'
import { governorate } from '@darsi/contracts/reference/places/governorates.ts'
import { subjectName } from '@darsi/contracts/reference/subjects.ts'
import { Badge } from '@darsi/design/feedback/badge.tsx'
import { Banner } from '@darsi/design/feedback/banner.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { MailIcon, PhoneIcon } from '@darsi/design/graphics/icons.tsx'
import { formatDateTime, formatRelative } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { inOneLine } from '@darsi/design/i18n/in-one-line.ts'
import { Avatar } from '@darsi/design/layout/avatar.tsx'
import { DefinitionList } from '@darsi/design/layout/definition-list.tsx'
import type { ReactNode } from 'react'
import { HeldCause, PauseCause } from '../contact-hint/public.ts'
import { texts } from '../texts.ts'
import { type Connection, learnerLevel, type Move, otherName, tones, waitedFor } from './connection.ts'

type Props = {
  connection: Connection
  /** The viewer's side: a teacher sees the learner. */
  asTeacher: boolean
  onMove: (move: Move) => void
  /** Further buttons of an approved request: messages, a lesson. */
  extras?: ReactNode
  below?: ReactNode
  /** What to know before pressing a button. */
  summary?: ReactNode
}

/** The time of the end, in the words of its status: nobody decides on a request that expires. */
const endedTexts = {
  expired: 'expiredWhen',
  cancelled: 'cancelledWhen',
  ended: 'endedWhen',
} as const

const labels = {
  accept: 'accept',
  decline: 'decline',
  cancel: 'cancelMove',
  consent: 'consent',
  end: 'end',
  release: 'release',
} as const
const variants = {
  accept: 'primary',
  consent: 'primary',
  decline: 'secondary',
  cancel: 'secondary',
  end: 'quiet',
  release: 'secondary',
} as const

/** One request with its status and the actions that the server allows. */
export function ConnectionCard({ connection, asTeacher, onMove, extras, below, summary }: Props) {
  const t = useTranslator(texts.connections)
  const language = useLanguage()
  const { status, student, teacher, message, note, contact, actions } = connection
  const name = otherName(connection, asTeacher, t)
  const subject = subjectName(connection.subject, language)
  const place = governorate((asTeacher ? student : teacher).governorateId)?.name[language] ?? ''
  const about = [asTeacher ? learnerLevel(student, language) : '', place]
  return (
    <li className="ds-connection">
      <article className="ds-connection-card">
        <div className="ds-connection-head">
          <Avatar name={name} />
          <div className="ds-connection-who">
            <h3 className="ds-connection-name" dir="auto">
              {name}
            </h3>
            <p className="ds-soft ds-small">{inOneLine(about)}</p>
          </div>
          <div className="ds-row ds-connection-badges">
            {asTeacher && student.minor && <Badge tone="accent">{t('minor')}</Badge>}
            <Badge tone={tones[status]}>{t(status)}</Badge>
          </div>
        </div>
        <p className="ds-connection-subject">
          {subject}
          {!asTeacher && student.childId !== null && (
            <span className="ds-soft">&nbsp;· {t('forChild', { name: student.name })}</span>
          )}
        </p>
        <p className="ds-connection-message" dir="auto">
          {message === '' ? <span className="ds-soft">{t('noMessage')}</span> : message}
        </p>
        {connection.preferredTimes.length > 0 && (
          <p className="ds-small">
            {t('preferredTimes', {
              times: listOf(
                connection.preferredTimes.map((time) => preferredTimeLabel(time, language)),
                language,
              ),
            })}
          </p>
        )}
        {note !== '' && (
          <p className="ds-small" dir="auto">
            {t('note', { note })}
          </p>
        )}
        {connection.held && (
          <Banner tone="warning" live="none">
            {t('heldRequest', { name: teacher.name })} <HeldCause text={message} before={[]} />
          </Banner>
        )}
        {status === 'suspended' && (
          <Banner live="none">
            {t('pausedText')}
            {connection.pausedFor && <PauseCause pausedFor={connection.pausedFor} />}
          </Banner>
        )}
        <Times connection={connection} />
        {student.details !== null && <LearnerDetails details={student.details} />}
        {contact !== null && <Contact contact={contact} />}
        {summary}
        {(actions.length > 0 || extras !== undefined) && (
          <div className="ds-row">
            {extras}
            {actions.map((move) => (
              <Button
                key={move}
                size="sm"
                variant={variants[move]}
                aria-label={t('actionOf', { action: t(labels[move]), name, subject })}
                onClick={() => onMove(move)}
              >
                {t(labels[move])}
              </Button>
            ))}
          </div>
        )}
        {below}
      </article>
    </li>
  )
}

function Times({
  connection: { status, requestedAt, expiresAt, decidedAt, needs },
}: Pick<Props, 'connection'>) {
  const t = useTranslator(texts.connections)
  const language = useLanguage()
  const waiting = waitedFor(needs).map((who) => t(who))
  const parts = [
    t('requested', { when: formatRelative(requestedAt, language) }),
    status === 'pending' && expiresAt !== null
      ? t('expires', { when: formatDateTime(expiresAt, language) })
      : '',
    decidedAt !== null ? t(endText(status), { when: formatRelative(decidedAt, language) }) : '',
    status === 'pending' && waiting.length > 0 ? t('waitsFor', { who: andJoined(waiting, language) }) : '',
  ]
  return <p className="ds-soft ds-small">{inOneLine(parts)}</p>
}

const endText = (status: Connection['status']) =>
  status === 'expired' || status === 'cancelled' || status === 'ended' ? endedTexts[status] : 'decided'

function Contact({ contact: { phone, email } }: { contact: NonNullable<Connection['contact']> }) {
  const t = useTranslator(texts.connections)
  return (
    <ul className="ds-connection-contact" aria-label={t('contact')}>
      {phone !== '' && (
        <li>
          <PhoneIcon />
          <a className="ds-ltr" href={`tel:${phone}`}>
            {phone}
          </a>
        </li>
      )}
      {email !== '' && (
        <li>
          <MailIcon />
          <a className="ds-ltr" href={`mailto:${email}`}>
            {email}
          </a>
        </li>
      )}
    </ul>
  )
}

type Details = NonNullable<Connection['student']['details']>

/** What a learner, or the parent, wrote for the teacher. */
function LearnerDetails({ details }: { details: Details }) {
  const t = useTranslator(texts.connections)
  const language = useLanguage()
  const goal = choiceFrom(adultLearningTypes, details.adultLearningType)
  const subjects = [
    ...details.subjects.map((subject) => subjectName(subject, language)),
    details.otherSubject,
  ]
  const facts = [
    {
      term: t('subjects'),
      value: listOf(
        subjects.filter((subject) => subject !== ''),
        language,
      ),
    },
    {
      term: t('goal'),
      value: goal === null ? details.adultLearningType : adultLearningTypes[goal][language],
    },
    { term: t('career'), value: details.professionalCareer },
    { term: t('englishLevel'), value: details.englishLevel },
    { term: t('additionalInfo'), value: details.additionalInfo },
  ].filter(({ value }) => value !== '')
  if (facts.length === 0) return null
  return (
    <section className="ds-connection-details" aria-label={t('details')}>
      <DefinitionList
        items={facts.map(({ term, value }) => ({ id: term, term, value: <span dir="auto">{value}</span> }))}
      />
    </section>
  )
}
