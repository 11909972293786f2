import type { AlertReason, AlertSeverity } from '@darsi/contracts/calls/admin/safety-api.ts'
import { alertReasonNames, alertSeverityNames } from '@darsi/contracts/texts/child-protection.ts'
import { Filters, SelectFilter } from '@darsi/design/forms/filters.tsx'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { texts } from '../texts.ts'

const severities: readonly AlertSeverity[] = ['high', 'medium', 'low']
// `as`: the keys of the table
const reasons = Object.keys(alertReasonNames) as AlertReason[]

export const severityFilters = ['', ...severities] as const
export const reasonFilters = ['', ...reasons] as const
export const takenFilters = ['anyone', 'me'] as const

export type AlertFilter = {
  severity: '' | AlertSeverity
  reason: '' | AlertReason
  takenBy: (typeof takenFilters)[number]
}
type Props = { value: AlertFilter; onChange: (part: Partial<AlertFilter>) => void }

export function AlertFilters({ value: { severity, reason, takenBy }, onChange }: Props) {
  const t = useTranslator(texts.alerts)
  const language = useLanguage()
  return (
    <Filters>
      <SelectFilter
        label={t('severityFilter')}
        value={severity}
        onChange={(chosen) => onChange({ severity: chosen })}
        options={[
          { value: '', label: t('everySeverity') },
          ...severities.map((value) => ({ value, label: alertSeverityNames[value][language] })),
        ]}
      />
      <SelectFilter
        label={t('reasonFilter')}
        value={reason}
        onChange={(chosen) => onChange({ reason: chosen })}
        options={[
          { value: '', label: t('everyReason') },
          ...reasons.map((value) => ({ value, label: alertReasonNames[value][language] })),
        ]}
      />
      <SelectFilter
        label={t('takenBy')}
        value={takenBy}
        onChange={(chosen) => onChange({ takenBy: chosen })}
        options={takenFilters.map((value) => ({ value, label: t(value) }))}
      />
    </Filters>
  )
}
