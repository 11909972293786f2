import type { PublicTeacher } from '@darsi/contracts/calls/users/teachers-api.ts'
import { dayName, teachingDays } from '@darsi/contracts/reference/hours.ts'
import { listOf } from '@darsi/contracts/reference/i18n/lists.ts'
import { pathIn } from '@darsi/contracts/reference/languages.ts'
import { educationLevels, sessionTypes } from '@darsi/contracts/reference/levels.ts'
import { placeLabel } from '@darsi/contracts/reference/places/location.ts'
import { subjectLabel } from '@darsi/contracts/reference/subjects.ts'
import { publicPagePath } from '@darsi/contracts/rules/public-page.ts'
import { Badge } from '@darsi/design/feedback/badge.tsx'
import { Stars } from '@darsi/design/feedback/stars.tsx'
import { LinkButton } from '@darsi/design/forms/button.tsx'
import { formatMoney } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { inOneLine } from '@darsi/design/i18n/in-one-line.ts'
import { Avatar } from '@darsi/design/layout/avatar.tsx'
import { useHref } from '../../site.tsx'
import { texts } from '../../texts.ts'

type Props = {
  teacher: PublicTeacher
  type: 'student' | 'parent'
  filters: { subject: string; day: string; hour: string }
}

export function PublicTeacherCard({ teacher, type, filters: { subject, day, hour } }: Props) {
  const t = useTranslator(texts.findTeachers)
  const language = useLanguage()
  const href = useHref()
  const { name, slug } = teacher
  const wish = new URLSearchParams({ type, teacher: slug, subject, day, hour })
  const days = teachingDays.filter((each) => teacher.freeDays.includes(each))
  const facts = [
    listOf(
      teacher.levels.map((level) => educationLevels[level][language]),
      language,
    ),
    listOf(
      teacher.sessionTypes.map((each) => sessionTypes[each][language]),
      language,
    ),
    days.length === 0
      ? ''
      : t('free', {
          days: listOf(
            days.map((each) => dayName(each, language, 'short')),
            language,
          ),
        }),
  ]
  return (
    <li className="teachers-card">
      <div className="teachers-head">
        <Avatar name={name} photo={teacher.hasPhoto ? `${publicPagePath(slug)}/photo` : null} size="lg" />
        <div className="teachers-who">
          <h2 className="teachers-name">
            <bdi>{name}</bdi>
          </h2>
          <p className="ds-soft ds-small">{placeLabel(teacher, language)}</p>
          {teacher.rating === null ? (
            <p className="ds-soft ds-small">{t('noRating')}</p>
          ) : (
            <Stars value={teacher.rating} count={teacher.reviewCount} />
          )}
        </div>
      </div>
      <p className="ds-row">
        {teacher.subjects.map((each) => (
          <Badge key={each}>
            {each === 'other-language' && teacher.otherLanguage !== ''
              ? teacher.otherLanguage
              : each === 'other-subjects' && teacher.otherSubjects !== ''
                ? teacher.otherSubjects
                : subjectLabel(each, language)}
          </Badge>
        ))}
      </p>
      <p className="ds-soft ds-small">{inOneLine(facts)}</p>
      <p className="ds-numbers">
        {teacher.hourlyRate === null
          ? t('rateOpen')
          : t('rate', { rate: formatMoney(teacher.hourlyRate, language) })}
      </p>
      <div className="ds-row teachers-actions">
        <LinkButton
          size="sm"
          variant="secondary"
          href={pathIn(language, publicPagePath(slug))}
          aria-label={t('detailsOf', { name })}
        >
          {t('details')}
        </LinkButton>
        <LinkButton size="sm" href={href('/registration', `?${wish}`)} aria-label={t('askOf', { name })}>
          {t('ask')}
        </LinkButton>
      </div>
    </li>
  )
}
