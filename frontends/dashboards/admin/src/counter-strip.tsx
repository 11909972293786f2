import { governorates } from '@darsi/contracts/governorates.ts'
import { Banner } from '@darsi/ui/banner.tsx'
import { Button } from '@darsi/ui/button.tsx'
import { formatNumber } from '@darsi/ui/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/ui/i18n.tsx'
import { uiTexts } from '@darsi/ui/texts.ts'
import { useEffect, useState } from 'react'
import { useStats } from './stats.tsx'
import { texts } from './texts.ts'
import './counter-strip.css'

/** spec §2: six counters over the tabs. */
export function CounterStrip() {
  const t = useTranslator(texts)
  const ui = useTranslator(uiTexts)
  const language = useLanguage()
  const { data, error, reload } = useStats()
  const [dismissed, setDismissed] = useState<string | null>(null)
  // the next failure is another one, though its words are the same
  useEffect(() => {
    if (error === null) setDismissed(null)
  }, [error])
  const write = (value: number | undefined) => (value === undefined ? '–' : formatNumber(value, language))
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
      <dl className="admin-strip" aria-label={t('counters')}>
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
