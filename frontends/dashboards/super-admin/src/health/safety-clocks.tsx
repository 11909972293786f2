import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { LoadedPanel } from '@darsi/client/query/loaded-panel.tsx'
import { useCall } from '@darsi/client/query/use-call.ts'
import { formatNumber } from '@darsi/contracts/reference/i18n/formats.ts'
import { ProgressBar } from '@darsi/design/charts/progress.tsx'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { Card } from '@darsi/design/layout/card.tsx'
import { texts } from '@darsi/features/texts.ts'
import { healthPollMs } from './system-health.ts'

/** What waits for administrators: the part that is still in time. */
export function SafetyClocks({ api }: { api: ApiClient }) {
  const t = useTranslator(texts.superAdmin)
  const stats = useCall(api, 'GET /admin/stats', { pollMs: healthPollMs })
  return (
    <Card title={t('safetyClocks')} level={3}>
      <p className="ds-soft ds-small">{t('safetyClocksText')}</p>
      <LoadedPanel of={stats}>
        {({ data }) => (
          <div className="ds-stack">
            <Clock name={t('clockAlerts')} all={data.openAlerts} late={data.overdueAlerts} />
            <Clock name={t('clockTickets')} all={data.openTickets} late={data.overdueTickets} />
            <Clock
              name={t('clockConnections')}
              all={data.pendingConnections}
              late={data.overdueConnections}
            />
          </div>
        )}
      </LoadedPanel>
    </Card>
  )
}

type ClockProps = { name: string; all: number; late: number }

function Clock({ name, all, late }: ClockProps) {
  const t = useTranslator(texts.superAdmin)
  const language = useLanguage()
  const write = (value: number) => formatNumber(value, language)
  const inTime = Math.max(0, all - late)
  const state = all === 0 ? t('clockNone') : t('clockInTime', { inTime: write(inTime), all: write(all) })
  return <ProgressBar label={name} text={state} value={all === 0 ? 1 : inTime} max={Math.max(1, all)} />
}
