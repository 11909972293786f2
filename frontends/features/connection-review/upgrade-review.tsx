import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { usePages } from '@darsi/client/query/use-pages.ts'
import { formatRelative } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { texts } from '../texts.ts'
import { ReviewQueue, teacherDialog } from './review-queue.tsx'

/** Teachers who requested "Unlimited". */
export function UpgradeReview({ api }: { api: ApiClient }) {
  const t = useTranslator(texts.connectionReview)
  const language = useLanguage()
  return (
    <ReviewQueue
      item="upgrade"
      title={t('upgrades')}
      empty={t('upgradesNone')}
      pages={usePages(api, 'GET /admin/upgrades', { query: { status: 'open' } })}
      decisions={['grant', 'refuse']}
      nameOf={({ teacherName }) => teacherName}
      row={({ reason, requestedAt, used }) => (
        <>
          <p className="ds-connection-message" dir="auto">
            {reason === '' ? <span className="ds-soft">{t('noReason')}</span> : reason}
          </p>
          <p className="ds-soft ds-small">
            {t('requested', { when: formatRelative(requestedAt, language) })}&nbsp;·{' '}
            {t('used', { count: used })}
          </p>
        </>
      )}
      dialog={({ teacherName }, decision) =>
        teacherDialog(t, { teacherName, decision, failed: t(`${decision}Failed`) })
      }
      decide={({ id }, decision, notes) =>
        api.call('PUT /admin/upgrades/:id', {
          params: { id },
          body: { status: decision === 'grant' ? 'granted' : 'refused', notes },
        })
      }
    />
  )
}
