import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { PagedPanel } from '@darsi/client/query/paged-panel.tsx'
import { usePages } from '@darsi/client/query/use-pages.ts'
import type { Api } from '@darsi/contracts/calls/api.ts'
import { Stars } from '@darsi/design/feedback/stars.tsx'
import { formatDate } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { Card } from '@darsi/design/layout/card.tsx'
import { texts } from '../../texts.ts'

type Review = Api['GET /teachers/:id/reviews']['answer']['data'][number]

/** A teacher's reviews with the answers. */
export function TeacherReviews({ api, teacherId: id }: { api: ApiClient; teacherId: string }) {
  const t = useTranslator(texts.teachers)
  const pages = usePages(api, 'GET /teachers/:id/reviews', { params: { id } })
  return (
    <Card title={t('reviewsTitle')} level={3}>
      <PagedPanel pages={pages} empty={<p className="ds-soft">{t('noRating')}</p>}>
        <ul className="ds-teacher-reviews">
          {pages.rows.map((review) => (
            <ReviewRow key={review.id} review={review} />
          ))}
        </ul>
      </PagedPanel>
    </Card>
  )
}

function ReviewRow({ review: { rating, comment, answer, month, reviewer } }: { review: Review }) {
  const t = useTranslator(texts.teachers)
  const language = useLanguage()
  return (
    <li className="ds-teacher-review">
      <p className="ds-teacher-rating">
        <Stars value={rating} />
        <span className="ds-soft ds-small">
          {reviewer === null ? t('reviewUnnamed') : <bdi>{reviewer}</bdi>}
          {'\u00a0· '}
          {formatDate(`${month}-15`, language, { month: 'long', year: 'numeric' })}
        </span>
      </p>
      {comment !== '' && (
        <p className="ds-teacher-story" dir="auto">
          {comment}
        </p>
      )}
      {answer !== '' && <p className="ds-teacher-answer ds-soft">{t('reviewAnswer', { answer })}</p>}
    </li>
  )
}
