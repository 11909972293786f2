import type { Health, HealthState } from '@darsi/contracts/calls/health.ts'
import { formatNumber } from '@darsi/contracts/reference/i18n/formats.ts'
import { formatTime } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { texts } from '@darsi/features/texts.ts'
import './health-history.css'

/** One day of each service as a row of half hours, with the same information as text. */
export function HealthHistory({ history }: { history: Health['history'] }) {
  const t = useTranslator(texts.superAdmin)
  const language = useLanguage()
  const hours = (halves: number) => formatNumber(halves / 2, language)
  const services = history[0]?.states.map(({ service }) => service) ?? []
  return (
    <ul className="sa-history">
      {services.map((service) => {
        const states = history.map(({ from, states }) => ({
          from,
          state: states.find((one) => one.service === service)?.state ?? ('down' as HealthState),
        }))
        const well = states.filter(({ state }) => state === 'operational').length
        return (
          <li key={service}>
            <span>{t(`service-${service}`)}</span>
            <span className="sa-history-steps" aria-hidden="true">
              {states.map(({ from, state }) => (
                <span
                  key={from}
                  className={`sa-history-${state}`}
                  title={`${formatTime(from, language)}: ${t(`health-${state}`)}`}
                />
              ))}
            </span>
            <span className="sa-history-texts">
              {history.length < 2
                ? t('historyShort')
                : t('historyText', { well: hours(well), all: hours(history.length) })}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
