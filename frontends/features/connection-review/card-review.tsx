import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { usePages } from '@darsi/client/query/use-pages.ts'
import type { CardTexts } from '@darsi/contracts/calls/admin/cards-api.ts'
import { listOf } from '@darsi/contracts/reference/i18n/lists.ts'
import { subjectName } from '@darsi/contracts/reference/subjects.ts'
import { cardFields } from '@darsi/contracts/rules/card-fields.ts'
import { formatRelative } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { texts } from '../texts.ts'
import { ReviewQueue, teacherDialog } from './review-queue.tsx'

/** Approved teachers who changed their public texts. */
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
      row={({ shown, proposed, changedAt }) => (
        <>
          {cardFields
            .filter((field) => shown[field] !== proposed[field])
            .map((field) => (
              <Change key={field} field={field} before={shown[field]} after={proposed[field]} />
            ))}
          <SubjectChange shown={shown} proposed={proposed} />
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

/** Subjects by name. */
function SubjectChange({ shown, proposed }: { shown: CardTexts; proposed: CardTexts }) {
  const language = useLanguage()
  const listed = ({ teachingSubjects }: CardTexts) =>
    listOf(teachingSubjects.map((subject) => subjectName(subject, language)).toSorted(), language)
  if (listed(shown) === listed(proposed)) return null
  return <Change field="teachingSubjects" before={listed(shown)} after={listed(proposed)} />
}

function Change({ field, before, after }: { field: keyof CardTexts; before: string; after: string }) {
  const t = useTranslator(texts.connectionReview)
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
