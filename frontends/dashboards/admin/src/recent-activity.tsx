import type { ApiClient } from '@darsi/ui/api-client.ts'
import { auditTexts } from '@darsi/ui/audit/audit-texts.ts'
import { deedWords, targetWords } from '@darsi/ui/audit/deed.ts'
import { Card } from '@darsi/ui/card.tsx'
import { formatRelative } from '@darsi/ui/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/ui/i18n.tsx'
import { useLive } from '@darsi/ui/live.ts'
import { LoadedPanel, useLoaded } from '@darsi/ui/loaded.tsx'
import { useNow } from '@darsi/ui/use-now.ts'
import { useCallback } from 'react'
import { texts } from './texts.ts'
import './recent-activity.css'

/** What administrators did lately, from the audit log. */
export function RecentActivity({ api }: { api: ApiClient }) {
  const t = useTranslator(texts)
  const ta = useTranslator(auditTexts)
  const language = useLanguage()
  const now = useNow()
  const activity = useLoaded(
    useCallback((signal: AbortSignal) => api.call('GET /admin/activity', { query: {}, signal }), [api]),
  )
  const { reload } = activity
  useLive(api, 'user', reload)
  useLive(api, 'connection', reload)
  useLive(api, 'ticket', reload)
  useLive(api, 'alert', reload)
  return (
    <Card title={t('recentActivity')}>
      <LoadedPanel of={activity} shape="text">
        {({ data }) =>
          data.length === 0 ? (
            <p className="ds-soft">{t('noActivity')}</p>
          ) : (
            <ol className="admin-activity">
              {data.map((deed) => (
                <li key={deed.id}>
                  <span className="admin-activity-what">
                    {deedWords(deed.action, language)}
                    {targetWords(deed) !== '' && (
                      <>
                        {': '}
                        <bdi>{targetWords(deed)}</bdi>
                      </>
                    )}
                  </span>
                  <span className="ds-soft ds-small">
                    <bdi>{deed.byName || (deed.by === '' ? ta('theSystem') : ta('somebodyUnknown'))}</bdi>
                    {' · '}
                    <time dateTime={deed.at}>{formatRelative(deed.at, language, now)}</time>
                  </span>
                </li>
              ))}
            </ol>
          )
        }
      </LoadedPanel>
    </Card>
  )
}
