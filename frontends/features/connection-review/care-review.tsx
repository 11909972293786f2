import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { usePages } from '@darsi/client/query/use-pages.ts'
import type { Api } from '@darsi/contracts/calls/api.ts'
import { listOf } from '@darsi/contracts/reference/i18n/lists.ts'
import { formatDateTime } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { SafetyRecords } from '../safety-records/public.ts'
import { texts } from '../texts.ts'
import { ReviewQueue } from './review-queue.tsx'

type Change = Api['GET /admin/care-changes']['answer']['data'][number]

/** Changes of a minor's age, and guardians of children who have none yet. */
export function CareReview({ api }: { api: ApiClient }) {
  const t = useTranslator(texts.connectionReview)
  return (
    <ReviewQueue
      item="care"
      title={t('careChanges')}
      empty={t('careChangesNone')}
      pages={usePages(api, 'GET /admin/care-changes', {})}
      decisions={['approve', 'decline']}
      nameOf={({ childName }) => childName}
      heading={({ kind, childName: name, guardianName, from, to }) =>
        kind === 'age'
          ? t('careAge', { name, from: from === null ? '–' : String(from), to: String(to ?? '–') })
          : t('careGuardian', { name, guardian: guardianName })
      }
      row={(change) => <CareChange api={api} change={change} />}
      dialog={({ id }, decision) => ({
        draft: `care/${decision}/${id}`,
        title: t(decision === 'approve' ? 'careApproveTitle' : 'careDeclineTitle'),
        text: t(decision === 'approve' ? 'careApproveText' : 'careDeclineText'),
        label: t('careNote'),
        missing: t('careNoteMissing'),
        done: t('careDone'),
        failed: t('careFailed'),
      })}
      decide={({ id, askedAt }, decision, note) =>
        api.call('PUT /admin/care-changes/:id', {
          params: { id },
          body: { status: decision === 'approve' ? 'approved' : 'declined', note, askedAt },
        })
      }
    />
  )
}

function CareChange({ api, change }: { api: ApiClient; change: Change }) {
  const t = useTranslator(texts.connectionReview)
  const language = useLanguage()
  const { kind, byName, guardianId, guardians, notBefore, expiresAt } = change
  const names = guardians.map(({ name, agreed }) => t(agreed ? 'careAgreed' : 'careSilent', { name }))
  return (
    <>
      <p className="ds-soft ds-small">
        {kind === 'age' && `${t('careAskedBy', { name: byName })}\u00a0· `}
        {names.length > 0 ? listOf(names, language) : t('careNobody')}
      </p>
      <p className="ds-soft ds-small">
        {kind === 'age' && `${t('careNotBefore', { when: formatDateTime(notBefore, language) })}\u00a0· `}
        {t('expires', { when: formatDateTime(expiresAt, language) })}
      </p>
      {guardianId && <SafetyRecords api={api} of={{ userId: guardianId }} />}
    </>
  )
}
