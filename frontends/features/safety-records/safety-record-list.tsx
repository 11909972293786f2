import type { Api } from '@darsi/contracts/calls/api.ts'
import { alertReasonNames } from '@darsi/contracts/texts/child-protection.ts'
import { Badge } from '@darsi/design/feedback/badge.tsx'
import { formatDate } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { texts } from '../texts.ts'

type Records = Api['GET /admin/safety-records']['answer']['data']

/** Each person with the age of the account and the alerts, the newest first. */
export function SafetyRecordList({ records }: { records: Records }) {
  const t = useTranslator(texts.safetyRecords)
  const alerted = useTranslator(texts.alerts)
  const language = useLanguage()
  return (
    <section className="ds-stack ds-small" aria-label={t('title')}>
      {records.map(({ id, name, role, since, children, connections, alerts }) => (
        <div key={id}>
          <p>
            <bdi>{name}</bdi>&nbsp;· {t('since', { day: formatDate(since, language) })}
            {role === 'parent' && `\u00a0· ${t('children', { count: children })}`}
            {`\u00a0· ${t('connections', { count: connections })}`}
          </p>
          {alerts.length === 0 && <p className="ds-soft">{t('none')}</p>}
          <ul>
            {alerts.map((alert) => (
              <li key={alert.id}>
                <Badge tone={alert.severity === 'high' ? 'danger' : 'neutral'}>
                  {alertReasonNames[alert.reason][language]}
                </Badge>{' '}
                {formatDate(alert.at, language)}&nbsp;· {alerted(alert.status)}
                {alert.outcome !== '' && <span dir="auto">&nbsp;· {alert.outcome}</span>}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}
