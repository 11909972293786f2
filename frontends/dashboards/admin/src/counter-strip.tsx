import type { DashboardProps } from '@darsi/client/dashboard/dashboard-props.ts'
import { formatNumber } from '@darsi/contracts/reference/i18n/formats.ts'
import { governorates } from '@darsi/contracts/reference/places/governorates.ts'
import { classNames } from '@darsi/design/class-names.ts'
import { Banner } from '@darsi/design/feedback/banner.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { formatKnown } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { designTexts } from '@darsi/design/i18n/texts.ts'
import { texts } from '@darsi/features/texts.ts'
import { useEffect, useState } from 'react'
import { useStats } from './stats.ts'
import './counter-strip.css'

const overviewTab = 'overview'

/** spec §2: six counters above the tabs. On a phone only on the first tab, because the navigation shows the counts. */
export function CounterStrip({ api, tab }: Pick<DashboardProps, 'api' | 'tab'>) {
  const t = useTranslator(texts.admin)
  const ui = useTranslator(designTexts.ui)
  const language = useLanguage()
  const { data, error, reload } = useStats(api)
  const [dismissed, setDismissed] = useState<string | null>(null)
  // a new failure shows the banner again, even with the same text
  useEffect(() => {
    if (error === null) setDismissed(null)
  }, [error])
  const write = (value: number | undefined) => formatKnown(value, language)
  const covered =
    data?.governoratesCovered === undefined
      ? '–'
      : `${write(data.governoratesCovered)}/${formatNumber(governorates.length, language)}`
  const counters = [
    { label: t('pendingApprovals'), value: write(data?.pendingApprovals), due: data?.pendingApprovals },
    { label: t('pendingConnections'), value: write(data?.pendingConnections), due: data?.pendingConnections },
    { label: t('duplicateAlerts'), value: write(data?.duplicateAlerts), due: data?.duplicateAlerts },
    { label: t('totalUsers'), value: write(data?.totalUsers) },
    { label: t('activeSessions'), value: write(data?.activeSessions) },
    { label: t('governorates'), value: covered },
  ]
  const isElsewhere = tab !== null && tab !== overviewTab
  return (
    <>
      {error !== null && error !== dismissed && (
        <Banner
          tone="danger"
          onDismiss={() => setDismissed(error)}
          actions={
            <Button size="sm" variant="secondary" onClick={reload}>
              {ui('tryAgain')}
            </Button>
          }
        >
          {error}
        </Banner>
      )}
      <dl
        className={classNames('admin-strip', isElsewhere && 'admin-strip-elsewhere')}
        aria-label={t('counters')}
      >
        {counters.map(({ label, value, due = 0 }) => (
          <div key={label} className={due > 0 ? 'admin-count admin-count-due' : 'admin-count'}>
            <dt>{label}</dt>
            <dd dir="ltr">{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
