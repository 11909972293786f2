import type { QuietHours } from '@darsi/contracts/calls/notifications/push-api.ts'
import { Switch } from '@darsi/design/forms/choice.tsx'
import { Field } from '@darsi/design/forms/field.tsx'
import { Select } from '@darsi/design/forms/input.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { texts } from '../../texts.ts'

type Props = { quiet: QuietHours; disabled: boolean; onChange: (quiet: QuietHours) => void }

const night = { from: 21, to: 7 }
const hours = Array.from({ length: 24 }, (_, hour) => String(hour))

/** The hours of Tunis in which push messages wait. */
export function QuietHoursFields({ quiet, disabled, onChange }: Props) {
  const t = useTranslator(texts.push)
  const options = hours.map((hour) => ({ value: hour, label: t('hour', { hour }) }))
  const field = (part: 'from' | 'to', now: { from: number; to: number }) => (
    <Field label={t(part === 'from' ? 'quietFrom' : 'quietTo')}>
      <Select
        placeholder={null}
        options={options}
        value={String(now[part])}
        disabled={disabled}
        onChange={(hour) => onChange({ ...now, [part]: Number(hour) })}
      />
    </Field>
  )
  return (
    <>
      <Switch
        label={t('quiet')}
        hint={t('quietHint')}
        checked={quiet !== null}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked ? night : null)}
      />
      {quiet !== null && (
        <div className="ds-row">
          {field('from', quiet)}
          {field('to', quiet)}
        </div>
      )}
    </>
  )
}
