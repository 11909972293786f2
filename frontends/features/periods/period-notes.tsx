import type { Api } from '@darsi/contracts/calls/api.ts'
import type { Language } from '@darsi/contracts/reference/languages.ts'
import { CalendarIcon } from '@darsi/design/graphics/icons.tsx'
import { formatDate, formatHour } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { dayLabel } from '@darsi/design/i18n/week-label.ts'
import { texts } from '../texts.ts'
import './periods.css'

export type Period = Api['GET /availability/periods']['answer']['data'][number]

/** Why hours are missing: one line for each holiday and each period with special hours. Nothing without any. */
export function PeriodNotes({ periods }: { periods: readonly Period[] }) {
  const t = useTranslator(texts.periods)
  const language = useLanguage()
  if (periods.length === 0) return null
  return (
    <ul className="ds-period-notes">
      {periods.map((period) => (
        <li key={period.id}>
          <CalendarIcon />
          <span>
            {t('note', { days: noteDays(period, language), name: period.names[language] })}{' '}
            {period.hours === null
              ? t('noLessons')
              : t('onlyHours', { from: formatHour(period.hours.from), to: formatHour(period.hours.to) })}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** The year is near, and would only make the sentence longer. */
const noteDays = (period: Period, language: Language) =>
  period.from === period.to ? dayLabel(period.from, language) : daysOf(period, language)

/** "Thursday 17 December 2026", or "8 February 2027 – 9 March 2027" */
export function daysOf({ from, to }: Pick<Period, 'from' | 'to'>, language: Language): string {
  const date = (day: string, options?: Intl.DateTimeFormatOptions) =>
    formatDate(`${day}T12:00:00Z`, language, options)
  if (from === to) return date(from, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
  return `${date(from)} – ${date(to)}`
}
