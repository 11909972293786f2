import type { ApiClient } from '@darsi/client/api/api-client.ts'
import type { DashboardProps } from '@darsi/client/dashboard/dashboard-props.ts'
import { LoadedPanel } from '@darsi/client/query/loaded-panel.tsx'
import { useCall } from '@darsi/client/query/use-call.ts'
import type { HealthState } from '@darsi/contracts/calls/health.ts'
import { formatNumber } from '@darsi/contracts/reference/i18n/formats.ts'
import { LineChart } from '@darsi/design/charts/chart.tsx'
import { Badge } from '@darsi/design/feedback/badge.tsx'
import {
  CalendarCheckIcon,
  ChildIcon,
  ClockIcon,
  GraduationIcon,
  KeyIcon,
  ShieldCheckIcon,
  UserIcon,
  UsersIcon,
} from '@darsi/design/graphics/icons.tsx'
import { formatDate } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { Card, StatCard } from '@darsi/design/layout/card.tsx'
import { texts } from '@darsi/features/texts.ts'
import { HealthHistory } from '../health/health-history.tsx'
import { SafetyClocks } from '../health/safety-clocks.tsx'
import {
  databaseState,
  healthPollMs,
  type ServiceRow,
  toneOf,
  useHealth,
  worstOf,
} from '../health/system-health.ts'

export default function SystemOverview({ api }: DashboardProps) {
  const t = useTranslator(texts.superAdmin)
  const language = useLanguage()
  const fallback = t('dataFailed')
  const stats = useCall(api, 'GET /superadmin/stats', { pollMs: healthPollMs, fallback })
  const health = useHealth(api, fallback)
  const write = (value: number) => formatNumber(value, language)
  return (
    <div className="ds-stack">
      <h2 className="ds-hidden">{t('tab_system-overview')}</h2>
      <LoadedPanel of={health}>
        {({ services, history }) => (
          <>
            <HealthCards services={services} />
            {history.length > 0 && (
              <Card title={t('lastDay')} level={3}>
                <HealthHistory history={history} />
              </Card>
            )}
          </>
        )}
      </LoadedPanel>
      <div className="ds-grid super-halves">
        <GrowthCard api={api} />
        <SafetyClocks api={api} />
      </div>
      <LoadedPanel of={stats}>
        {({ data }) => (
          <section className="ds-stack">
            <h3>{t('statistics')}</h3>
            <div className="ds-grid">
              <StatCard icon={UsersIcon} label={t('totalUsers')} value={write(data.totalUsers)} />
              <StatCard icon={UserIcon} label={t('students')} value={write(data.totalStudents)} />
              <StatCard icon={GraduationIcon} label={t('teachers')} value={write(data.totalTeachers)} />
              <StatCard icon={ChildIcon} label={t('parents')} value={write(data.totalParents)} />
              <StatCard icon={KeyIcon} label={t('admins')} value={write(data.totalAdmins)} />
              <StatCard
                icon={ShieldCheckIcon}
                tone="success"
                label={t('verifiedUsers')}
                value={write(data.verifiedUsers)}
              />
              <StatCard
                icon={ClockIcon}
                tone="warning"
                label={t('pendingVerifications')}
                value={write(data.pendingVerifications)}
              />
              <StatCard
                icon={CalendarCheckIcon}
                label={t('activeSessions')}
                value={write(data.activeSessions)}
              />
            </div>
          </section>
        )}
      </LoadedPanel>
    </div>
  )
}

/** spec §2: Database, API Services, Auth System, Notifications. */
function HealthCards({ services }: { services: readonly ServiceRow[] }) {
  const t = useTranslator(texts.superAdmin)
  const stateOf = (name: ServiceRow['service']) =>
    services.find(({ service }) => service === name)?.state ?? 'down'
  const up = services.filter(({ isUp }) => isUp).length
  const apiState = worstOf(services.map(({ state }) => state))
  return (
    <div className="ds-grid super-quarters">
      <HealthCard name={t('database')} state={databaseState(services)} word={t('operational')} />
      <HealthCard
        name={t('apiServices')}
        state={apiState}
        word={t('running')}
        detail={up < services.length ? t('partlyRunning', { up, total: services.length }) : undefined}
      />
      <HealthCard name={t('authSystem')} state={stateOf('auth')} word={t('active')} />
      <HealthCard name={t('notifications')} state={stateOf('notifications')} word={t('running')} />
    </div>
  )
}

type HealthCardProps = { name: string; state: HealthState | null; word: string; detail?: string | undefined }

function HealthCard({ name, state, word, detail }: HealthCardProps) {
  const t = useTranslator(texts.superAdmin)
  const said = state === 'operational' ? word : (detail ?? t(`health-${state ?? 'unknown'}`))
  const tone = state === null ? 'neutral' : toneOf[state]
  return <Card level={3} title={name} aside={<Badge tone={tone}>{said}</Badge>} />
}

/** The registrations of the last twelve weeks, of every role that may be shown. */
function GrowthCard({ api }: { api: ApiClient }) {
  const t = useTranslator(texts.superAdmin)
  const language = useLanguage()
  const charts = useCall(api, 'GET /admin/analytics/charts', { query: { span: '12w' } })
  return (
    <Card title={t('growth')} level={3}>
      <LoadedPanel of={charts}>
        {({ data: { from, registrations } }) => (
          <LineChart
            caption={<span className="ds-hidden">{t('growth')}</span>}
            labels={from.map((day) =>
              formatDate(`${day}T12:00:00Z`, language, { day: 'numeric', month: 'short' }),
            )}
            labelHeader={t('weekColumn')}
            series={[
              { id: 'students', name: t('students'), values: registrations.student ?? [] },
              { id: 'teachers', name: t('teachers'), values: registrations.teacher ?? [] },
              { id: 'parents', name: t('parents'), values: registrations.parent ?? [] },
            ]}
          />
        )}
      </LoadedPanel>
    </Card>
  )
}
