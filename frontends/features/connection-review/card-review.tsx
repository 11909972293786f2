import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { usePages } from '@darsi/client/query/use-pages.ts'
import type { PublicCard } from '@darsi/contracts/calls/admin/cards-api.ts'
import { listOf } from '@darsi/contracts/reference/i18n/lists.ts'
import { isLanguage, type Language, languageNames } from '@darsi/contracts/reference/languages.ts'
import { subjectName } from '@darsi/contracts/reference/subjects.ts'
import { formatMoney, formatRelative } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { FetchedPhoto } from '../public-page/public.ts'
import { texts } from '../texts.ts'
import { ReviewQueue, teacherDialog } from './review-queue.tsx'

/** Approved teachers who changed what everyone sees of them. */
export function CardReview({ api }: { api: ApiClient }) {
  const t = useTranslator(texts.connectionReview)
  const language = useLanguage()
  return (
    <ReviewQueue
      item="card"
      title={t('cards')}
      empty={t('cardsNone')}
      pages={usePages(api, 'GET /admin/cards', {})}
      decisions={['cardShow', 'cardKeep']}
      nameOf={({ teacherName }) => teacherName}
      row={({ teacherName, shown, proposed, changedAt }) => (
        <>
          {cardFields.map((field) => (
            <Change
              key={field}
              field={field}
              before={wordsOf(field, shown, language)}
              after={wordsOf(field, proposed, language)}
            />
          ))}
          {shown.photo !== proposed.photo && (
            <PhotoChange api={api} name={teacherName} before={shown.photo} after={proposed.photo} />
          )}
          <p className="ds-soft ds-small">
            {t('cardChanged', { when: formatRelative(changedAt, language) })}
          </p>
        </>
      )}
      dialog={({ teacherName }, decision) =>
        teacherDialog(t, { teacherName, decision, failed: t('cardFailed') })
      }
      decide={({ id, changedAt }, decision, notes) =>
        api.call('PUT /admin/cards/:id', {
          params: { id },
          body: { status: decision === 'cardShow' ? 'approved' : 'refused', changedAt, notes },
        })
      }
    />
  )
}

const cardFields = [
  ...(['bio', 'otherSubjects', 'otherLanguage', 'slug'] as const),
  ...(['teachingSubjects', 'languages', 'hourlyRate'] as const),
] as const
type CardField = (typeof cardFields)[number]

/** A field as people read it. */
function wordsOf(field: CardField, card: PublicCard, language: Language): string {
  if (field === 'hourlyRate') return card.hourlyRate === null ? '' : formatMoney(card.hourlyRate, language)
  if (field === 'teachingSubjects')
    return listOf(card.teachingSubjects.map((subject) => subjectName(subject, language)).toSorted(), language)
  if (field === 'languages')
    return listOf(
      card.languages.map((each) => (isLanguage(each) ? languageNames[each] : each)).toSorted(),
      language,
    )
  return card[field]
}

function Change({ field, before, after }: { field: CardField; before: string; after: string }) {
  const t = useTranslator(texts.connectionReview)
  if (before === after) return null
  return (
    <>
      <p className="ds-connection-message" dir="auto">
        <span className="ds-soft">{t(field)}: </span>
        {after === '' ? <span className="ds-soft">{t('cardEmpty')}</span> : after}
      </p>
      {before !== '' && (
        <p className="ds-soft ds-small" dir="auto">
          {t('cardBefore', { text: before })}
        </p>
      )}
    </>
  )
}

type Photos = { api: ApiClient; name: string; before: string | null; after: string | null }

function PhotoChange({ api, name, before, after }: Photos) {
  const t = useTranslator(texts.connectionReview)
  return (
    <div className="ds-row">
      <figure>
        <FetchedPhoto api={api} name={name} photo={after} />
        <figcaption className="ds-soft ds-small">{t('photo')}</figcaption>
      </figure>
      {before !== null && (
        <figure>
          <FetchedPhoto api={api} name={name} photo={before} />
          <figcaption className="ds-soft ds-small">{t('photoBefore')}</figcaption>
        </figure>
      )}
    </div>
  )
}
