import { photoPath } from '@darsi/contracts/rules/public-page.ts'
import { Badge } from '@darsi/design/feedback/badge.tsx'
import { Stars } from '@darsi/design/feedback/stars.tsx'
import { MapPinIcon } from '@darsi/design/graphics/icons.tsx'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { inOneLine } from '@darsi/design/i18n/in-one-line.ts'
import { Avatar } from '@darsi/design/layout/avatar.tsx'
import type { ReactNode } from 'react'
import { teacherLabels } from '../../learner-fields/public.ts'
import { CheckBadges } from '../../proofs/public.ts'
import { texts } from '../../texts.ts'
import type { TeacherCard as Teacher } from '../filters.ts'
import { Reasons } from './reasons.tsx'
import { TeacherBadges } from './teacher-badges.tsx'

type Props = {
  teacher: Teacher
  /** The favourite button, at the end of the first line. */
  aside?: ReactNode
  actions?: ReactNode
}

/** The summary of a teacher in the list. */
export function TeacherCard({ teacher, aside, actions }: Props) {
  const t = useTranslator(texts.teachers)
  const language = useLanguage()
  const labels = teacherLabels(teacher, language, t)
  return (
    <li className="ds-teacher">
      <article className="ds-teacher-card">
        <div className="ds-teacher-head">
          <Avatar name={teacher.name} photo={teacher.photo && photoPath(teacher.photo)} size="lg" />
          <div className="ds-teacher-who">
            <h3 className="ds-teacher-name" dir="auto">
              {teacher.name}
            </h3>
            <p className="ds-teacher-place">
              <MapPinIcon />
              <span className="ds-numbers">
                {labels.place}
                {teacher.distanceKm !== null && teacher.distanceKm > 0 && (
                  <>&nbsp;· {t('distanceAway', { km: teacher.distanceKm })}</>
                )}
              </span>
            </p>
            <p className="ds-teacher-rating">
              {teacher.rating === null ? (
                <span className="ds-soft ds-small">{t('noRating')}</span>
              ) : (
                <Stars value={teacher.rating} count={teacher.reviewCount} />
              )}
              <TeacherBadges teacher={teacher} />
            </p>
          </div>
          {aside}
        </div>
        <p className="ds-teacher-subjects">
          {labels.subjects.map((subject) => (
            <Badge key={subject}>{subject}</Badge>
          ))}
        </p>
        <p className="ds-soft ds-small ds-numbers">{inOneLine([labels.availability, labels.students])}</p>
        {teacher.bio !== '' && (
          <p className="ds-teacher-bio" dir="auto">
            {teacher.bio}
          </p>
        )}
        <CheckBadges checks={teacher.checks} />
        {/* all of them are in the profile */}
        <Reasons reasons={teacher.reasons} most={3} />
        <div className="ds-teacher-foot">
          <p className="ds-teacher-rate ds-numbers">
            {labels.rate}
            {labels.sessionTypes !== '' && (
              <span className="ds-soft ds-small">&nbsp;· {labels.sessionTypes}</span>
            )}
          </p>
          {actions !== undefined && <div className="ds-row">{actions}</div>}
        </div>
      </article>
    </li>
  )
}
