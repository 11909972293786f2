import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { LoadedPanel } from '@darsi/client/query/loaded-panel.tsx'
import { useCall } from '@darsi/client/query/use-call.ts'
import { formatRelative } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useNow } from '@darsi/design/i18n/use-now.ts'
import { Card } from '@darsi/design/layout/card.tsx'
import { actionLabel, actorLabel, targetLabel } from '@darsi/features/audit/public.ts'
import { texts } from '@darsi/features/texts.ts'
import './recent-activity.css'

/** The administrators' latest actions, from the audit log. */
export function RecentActivity({ api }: { api: ApiClient }) {
  const t = useTranslator(texts.admin)
  const language = useLanguage()
  const now = useNow()
  const activity = useCall(api, 'GET /admin/activity')
  return (
    <Card title={t('recentActivity')}>
      <LoadedPanel of={activity} shape="text">
        {({ data }) =>
          data.length === 0 ? (
            <p className="ds-soft">{t('noActivity')}</p>
          ) : (
            <ol className="admin-activity">
              {data.map((action) => (
                <li key={action.id}>
                  <span>
                    {actionLabel(action.action, language)}
                    {action.target !== '' && (
                      <>
                        {': '}
                        <bdi>{targetLabel(action, language)}</bdi>
                      </>
                    )}
                  </span>
                  <span className="ds-soft ds-small">
                    <bdi>{actorLabel(action, language)}</bdi>
                    {'\u00a0· '}
                    <time dateTime={action.at}>{formatRelative(action.at, language, now)}</time>
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
