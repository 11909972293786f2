import type { Api } from '@darsi/contracts/api.ts'
import { useCallback } from 'react'
import type { ApiClient } from '../api-client.ts'
import { Card } from '../card.tsx'
import { formatDate } from '../catalogue.ts'
import { useLanguage, useTranslator } from '../i18n.tsx'
import { Paged } from '../paged.tsx'
import { Stars } from '../stars.tsx'
import { usePages } from '../use-pages.ts'
import { teachersTexts } from './teachers-texts.ts'

type Review = Api['GET /teachers/:id/reviews']['answer']['data'][number]

/** What others wrote about a teacher, with the answers. */
export function TeacherReviews({ api, teacherId: id }: { api: ApiClient; teacherId: string }) {
  const t = useTranslator(teachersTexts)
  const pages = usePages(
    useCallback(
      (cursor: string | null, signal: AbortSignal) =>
        api.call('GET /teachers/:id/reviews', {
          params: { id },
          query: cursor === null ? {} : { cursor },
          signal,
        }),
      [api, id],
    ),
  )
  return (
    <Card title={t('reviewsTitle')} level={3}>
      <Paged pages={pages} empty={<p className="ds-soft">{t('noRating')}</p>}>
        <ul className="ds-teacher-reviews">
          {pages.rows.map((review) => (
            <ReviewRow key={review.id} review={review} />
          ))}
        </ul>
      </Paged>
    </Card>
  )
}

function ReviewRow({ review: { rating, comment, answer, month, reviewer } }: { review: Review }) {
  const t = useTranslator(teachersTexts)
  const language = useLanguage()
  return (
    <li className="ds-teacher-review">
      <p className="ds-teacher-rating">
        <Stars value={rating} />
        <span className="ds-soft ds-small">
          {reviewer === null ? t('reviewUnnamed') : <bdi>{reviewer}</bdi>}
          {' · '}
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
