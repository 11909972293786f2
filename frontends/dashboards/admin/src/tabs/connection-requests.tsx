import type { DashboardProps } from '@darsi/client/dashboard/dashboard-props.ts'
import { oneOf, usePlace } from '@darsi/client/place/use-place.ts'
import { RadioGroup } from '@darsi/design/forms/choice.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { PageHeader } from '@darsi/design/layout/page-header.tsx'
import { CareReview, ConnectionReview, UpgradeReview } from '@darsi/features/connection-review/public.ts'
import { texts } from '@darsi/features/texts.ts'
import { useStats } from '../stats.ts'
import { withCount } from '../with-count.ts'

const views = ['requests', 'care', 'upgrades'] as const
const place = { view: oneOf(views, 'requests') }

export default function ConnectionRequests({ api }: DashboardProps) {
  const t = useTranslator(texts.admin)
  const tu = useTranslator(texts.users)
  const { data } = useStats(api)
  const [{ view }, { set }] = usePlace(place)
  return (
    <div className="ds-stack">
      <PageHeader level={2} title={t('tab_connection-requests')} />
      <RadioGroup<(typeof views)[number]>
        variant="segments"
        hideLegend
        legend={tu('view')}
        options={[
          { value: 'requests', label: withCount(t('pendingConnections'), data?.pendingConnections) },
          { value: 'care', label: withCount(t('pendingCareChanges'), data?.pendingCareChanges) },
          { value: 'upgrades', label: withCount(t('pendingUpgrades'), data?.pendingUpgrades) },
        ]}
        value={view}
        onChange={(chosen) => set({ view: chosen }, ['request', 'care', 'upgrade', 'q', 'status', 'sort'])}
      />
      {view === 'requests' && <ConnectionReview api={api} />}
      {view === 'care' && <CareReview api={api} />}
      {view === 'upgrades' && <UpgradeReview api={api} />}
    </div>
  )
}
