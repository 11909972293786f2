import type { GroupHour } from '@darsi/contracts/calls/availability/groups-api.ts'
import { educationLevels } from '@darsi/contracts/reference/levels.ts'
import { subjectName } from '@darsi/contracts/reference/subjects.ts'
import { Badge } from '@darsi/design/feedback/badge.tsx'
import { MapPinIcon, UsersIcon, VideoIcon } from '@darsi/design/graphics/icons.tsx'
import { formatDateTime, formatMoney, formatTime } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { TunisTime } from '@darsi/design/i18n/tunis-time.tsx'
import { dayLabel } from '@darsi/design/i18n/week-label.ts'
import type { ReactNode } from 'react'
import { texts } from '../texts.ts'
import './groups.css'

type Props = { group: GroupHour; viewer: 'teacher' | 'learner'; children?: ReactNode }

/** Day and time of a group hour, for buttons and dialogs. */
export function useGroupDay({ date, startsAt }: Pick<GroupHour, 'date' | 'startsAt'>): string {
  const language = useLanguage()
  return `${dayLabel(date, language)} ${formatTime(startsAt, language)}`
}

/** One group hour: when, what, for whom, its price and how many seats are left. */
export function GroupCard({ group, viewer, children }: Props) {
  const t = useTranslator(texts.groups)
  const lessons = useTranslator(texts.lessons)
  const language = useLanguage()
  const { subject, topic, teacher, type, place, price, capacity, taken, isConfirmed } = group
  return (
    <li className="ds-lesson">
      <article className="ds-lesson-card">
        <div className="ds-lesson-head">
          <h3 className="ds-lesson-when">
            {dayLabel(group.date, language)}
            <span className="ds-lesson-time ds-ltr">
              {lessons('time', {
                from: formatTime(group.startsAt, language),
                to: formatTime(group.endsAt, language),
              })}
            </span>
          </h3>
          <Badge tone={isConfirmed ? 'success' : 'warning'}>
            {t(isConfirmed ? 'takesPlace' : 'needsLearners')}
          </Badge>
        </div>
        <p>
          <strong>{subjectName(subject, language)}</strong>&nbsp;· {educationLevels[group.level][language]}
          &nbsp;· {t(group.audience)}
          {viewer === 'learner' && teacher.name !== '' && (
            <> {lessons('withTeacher', { name: teacher.name })}</>
          )}
        </p>
        {topic !== '' && (
          <p>
            <bdi>{topic}</bdi>
          </p>
        )}
        <p className="ds-lesson-facts">
          <TunisTime at={group.startsAt} />
          <span>
            {type === 'online' ? <VideoIcon /> : <MapPinIcon />}
            {type === 'faceToFace' && place !== '' ? <bdi>{place}</bdi> : lessons(type)}
          </span>
          <span>{lessons('minutes', { count: group.durationMinutes })}</span>
          <span>
            <UsersIcon />
            {taken >= capacity ? t('full') : t('seatsLeft', { count: capacity - taken, capacity })}
          </span>
          <span>
            <strong>{t('priceEach', { price: formatMoney(price, language) })}</strong>
          </span>
        </p>
        {!isConfirmed && (
          <p className="ds-soft ds-small">
            {t('decided', { when: formatDateTime(group.decidedAt, language) })}
          </p>
        )}
        {children}
      </article>
    </li>
  )
}
