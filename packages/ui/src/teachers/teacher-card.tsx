import type { ReactNode } from 'react'
import { Avatar } from '../avatar.tsx'
import { Badge } from '../badge.tsx'
import { useLanguage, useTranslator } from '../i18n.tsx'
import { MapPinIcon } from '../icons.tsx'
import { Stars } from '../stars.tsx'
import type { TeacherCard as Teacher } from './filters.ts'
import { Reasons } from './reasons.tsx'
import { teacherWords } from './teacher-words.ts'
import { teachersTexts } from './teachers-texts.ts'

type Props = {
  teacher: Teacher
  /** The heart, at the end of the first line. */
  aside?: ReactNode
  actions?: ReactNode
}

/** What one has to know to want to know more. */
export function TeacherCard({ teacher, aside, actions }: Props) {
  const t = useTranslator(teachersTexts)
  const language = useLanguage()
  const words = teacherWords(teacher, language, t)
  return (
    <li className="ds-teacher">
      <article className="ds-teacher-card">
        <div className="ds-teacher-head">
          <Avatar name={teacher.name} size="lg" />
          <div className="ds-teacher-who">
            <h3 className="ds-teacher-name" dir="auto">
              {teacher.name}
            </h3>
            <p className="ds-teacher-place">
              <MapPinIcon />
              <span className="ds-numbers">
                {words.place}
                {teacher.distanceKm !== null && teacher.distanceKm > 0 && (
                  <> · {t('distanceAway', { km: teacher.distanceKm })}</>
                )}
              </span>
            </p>
            <p className="ds-teacher-rating">
              {teacher.rating === null ? (
                <span className="ds-soft ds-small">{t('noRating')}</span>
              ) : (
                <Stars value={teacher.rating} count={teacher.reviewCount} />
              )}
              {teacher.isNew && <Badge tone="accent">{t('newTeacher')}</Badge>}
            </p>
          </div>
          {aside}
        </div>
        <p className="ds-teacher-subjects">
          {words.subjects.map((subject) => (
            <Badge key={subject}>{subject}</Badge>
          ))}
        </p>
        {teacher.bio !== '' && (
          <p className="ds-teacher-bio" dir="auto">
            {teacher.bio}
          </p>
        )}
        <Reasons reasons={teacher.reasons} />
        <div className="ds-teacher-foot">
          <p className="ds-teacher-rate ds-numbers">
            {words.rate}
            {words.sessionTypes !== '' && <span className="ds-soft ds-small"> · {words.sessionTypes}</span>}
          </p>
          {actions !== undefined && <div className="ds-row">{actions}</div>}
        </div>
      </article>
    </li>
  )
}
