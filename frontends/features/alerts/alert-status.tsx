import { EmptyState } from '@darsi/design/feedback/empty-state.tsx'
import { RadioGroup } from '@darsi/design/forms/choice.tsx'
import { SafetyScene } from '@darsi/design/graphics/illustrations.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { texts } from '../texts.ts'

type Status = 'open' | 'resolved'

export function AlertStatus({ value, onChange }: { value: Status; onChange: (status: Status) => void }) {
  const t = useTranslator(texts.alerts)
  return (
    <RadioGroup
      legend={t('which')}
      hideLegend
      variant="segments"
      value={value}
      onChange={onChange}
      options={[
        { value: 'open', label: t('open') },
        { value: 'resolved', label: t('resolved') },
      ]}
    />
  )
}

export function NoAlerts({ status }: { status: Status }) {
  const t = useTranslator(texts.alerts)
  return (
    <EmptyState picture={<SafetyScene />} title={t(status === 'open' ? 'noneTitle' : 'noneResolved')}>
      {t('noneText')}
    </EmptyState>
  )
}
