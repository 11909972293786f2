import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { LoadedPanel } from '@darsi/client/query/loaded-panel.tsx'
import { useCall } from '@darsi/client/query/use-call.ts'
import { LineChart } from '@darsi/design/charts/chart.tsx'
import { formatDate } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { Card } from '@darsi/design/layout/card.tsx'
import { texts } from '@darsi/features/texts.ts'

/** The registrations of the last twelve weeks, of every role that may be shown. */
export function GrowthCard({ api }: { api: ApiClient }) {
  const t = useTranslator(texts.superAdmin)
  const language = useLanguage()
  const charts = useCall(api, 'GET /admin/analytics/charts', { query: { span: '12w' } })
  return (
    <Card title={t('growth')} level={3}>
      <LoadedPanel of={charts}>
        {({ data: { from, registrations } }) => (
          <LineChart
            caption={<span className="ds-hidden">{t('growth')}</span>}
            labels={from.map((day) =>
              formatDate(`${day}T12:00:00Z`, language, { day: 'numeric', month: 'short' }),
            )}
            labelHeader={t('weekColumn')}
            series={[
              { id: 'students', name: t('students'), values: registrations.student ?? [] },
              { id: 'teachers', name: t('teachers'), values: registrations.teacher ?? [] },
              { id: 'parents', name: t('parents'), values: registrations.parent ?? [] },
            ]}
          />
        )}
      </LoadedPanel>
    </Card>
  )
}
