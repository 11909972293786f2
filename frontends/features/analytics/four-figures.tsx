import type { Analytics } from '@darsi/contracts/calls/admin/analytics-api.ts'
import { formatNumber } from '@darsi/contracts/reference/i18n/formats.ts'
import { CalendarIcon, HandshakeIcon, StarIcon, TrendIcon } from '@darsi/design/graphics/icons.tsx'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { StatCard } from '@darsi/design/layout/card.tsx'
import { texts } from '../texts.ts'

/** Each figure with the counts it was computed from. */
export function FourFigures({ figures }: { figures: Analytics }) {
  const t = useTranslator(texts.analytics)
  const language = useLanguage()
  const { growth, connectionSuccess, utilisation, satisfaction } = figures
  const none = <span className="analytics-figure-none">{t('notEnoughData')}</span>
  const share = (percent: number | null, options: Intl.NumberFormatOptions = {}) =>
    percent === null
      ? none
      : formatNumber(percent / 100, language, { style: 'percent', maximumFractionDigits: 1, ...options })
  return (
    <div className="ds-grid analytics-figures">
      <StatCard
        icon={TrendIcon}
        label={t('userGrowth')}
        value={<bdi dir="ltr">{share(growth.percent, { signDisplay: 'exceptZero' })}</bdi>}
        hint={t('growthHint', { current: growth.current, previous: growth.previous })}
      />
      <StatCard
        icon={HandshakeIcon}
        label={t('connectionSuccess')}
        value={share(connectionSuccess.percent)}
        hint={t('successHint', {
          approved: connectionSuccess.approved,
          decided: connectionSuccess.decided,
        })}
      />
      <StatCard
        icon={CalendarIcon}
        label={t('teacherUtilization')}
        value={share(utilisation.percent)}
        hint={t('utilisationHint', { booked: utilisation.booked, offered: utilisation.offered })}
      />
      <StatCard
        icon={StarIcon}
        label={t('satisfaction')}
        value={
          satisfaction.mean === null ? (
            none
          ) : (
            <bdi dir="ltr">{`${formatNumber(satisfaction.mean, language, { minimumFractionDigits: 1 })}/5`}</bdi>
          )
        }
        hint={t('reviewCount', { count: satisfaction.reviews })}
      />
    </div>
  )
}
