import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { useCall } from '@darsi/client/query/use-call.ts'
import { photoPath } from '@darsi/contracts/rules/public-page.ts'
import { Stars } from '@darsi/design/feedback/stars.tsx'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { inOneLine } from '@darsi/design/i18n/in-one-line.ts'
import { Avatar } from '@darsi/design/layout/avatar.tsx'
import { teacherLabels } from '../../learner-fields/public.ts'
import { CheckBadges } from '../../proofs/public.ts'
import { texts } from '../../texts.ts'
import '../teachers.css'

type Props = { api: ApiClient; teacherId: string }

/** Before a guardian decides: photo, checks, price, and what others said. Nothing for a teacher who is not listed. */
export function TeacherSummary({ api, teacherId: id }: Props) {
  const t = useTranslator(texts.teachers)
  const language = useLanguage()
  const { data } = useCall(api, 'GET /teachers/:id', { params: { id } })
  if (!data) return null
  const teacher = data.data
  const { rate, levels, experience, sessionTypes } = teacherLabels(teacher, language, t)
  return (
    <div className="ds-stack">
      <div className="ds-teacher-head">
        <Avatar name={teacher.name} photo={teacher.photo && photoPath(teacher.photo)} size="lg" />
        <div className="ds-teacher-who">
          <p className="ds-teacher-rating">
            {teacher.rating === null ? (
              <span className="ds-soft ds-small">{t('noRating')}</span>
            ) : (
              <Stars value={teacher.rating} count={teacher.reviewCount} />
            )}
          </p>
          <p className="ds-teacher-rate ds-numbers">{rate}</p>
          <p className="ds-soft ds-small">{inOneLine([levels, sessionTypes, experience])}</p>
        </div>
      </div>
      <CheckBadges checks={teacher.checks} />
      {teacher.bio !== '' && (
        <p className="ds-teacher-bio" dir="auto">
          {teacher.bio}
        </p>
      )}
      {teacher.rating !== null && <FirstReview api={api} teacherId={id} />}
      <p>
        <a href={`?tab=find-teachers&teacher=${encodeURIComponent(id)}`}>
          {t('detailsOf', { name: teacher.name })}
        </a>
      </p>
    </div>
  )
}

/** The newest review with words; the profile has the others. */
function FirstReview({ api, teacherId: id }: Props) {
  const { data } = useCall(api, 'GET /teachers/:id/reviews', { params: { id } })
  const review = data?.data.find(({ comment }) => comment !== '')
  if (!review) return null
  return (
    <blockquote className="ds-teacher-review">
      <Stars value={review.rating} />
      <p className="ds-teacher-story" dir="auto">
        {review.comment}
      </p>
    </blockquote>
  )
}
