import { formatNumber } from '@darsi/contracts/reference/i18n/formats.ts'
import type { Language } from '@darsi/contracts/reference/languages.ts'
import { type RetentionId, retention } from '@darsi/contracts/rules/retention.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { texts } from '../../texts.ts'

/** One line for each row of the retention table: a row without a text does not compile. */
export function Periods() {
  const t = useTranslator(texts.privacy)
  const language = useLanguage()
  return (
    <ul>
      {ids.map((id) => (
        <li key={id}>{t(`keep_${id}`, { period: period(retention[id].days, language) })}</li>
      ))}
    </ul>
  )
}

// `as`: the keys of the table itself
const ids = Object.keys(retention) as RetentionId[]

/** 365 and 1826 days as years, everything else as days. */
function period(days: number, language: Language): string {
  const isYears = days >= 365
  return formatNumber(isYears ? Math.round(days / 365.25) : days, language, {
    style: 'unit',
    unit: isYears ? 'year' : 'day',
    unitDisplay: 'long',
  })
}
