import { Badge } from '@darsi/ui/badge.tsx'
import { Card, StatCard } from '@darsi/ui/card.tsx'
import { formatNumber } from '@darsi/ui/catalogue.ts'
import type { DashboardProps } from '@darsi/ui/dashboard-props.ts'
import { useLanguage, useTranslator } from '@darsi/ui/i18n.tsx'
import {
  CalendarCheckIcon,
  ChildIcon,
  ClockIcon,
  GraduationIcon,
  KeyIcon,
  ShieldCheckIcon,
  UserIcon,
  UsersIcon,
} from '@darsi/ui/icons.tsx'
import { LoadedPanel, useLoaded } from '@darsi/ui/loaded.tsx'
import { useCallback } from 'react'
import { askServices, type ServiceState } from '../services.ts'
import { texts } from '../texts.ts'

export default function SystemOverview({ api }: DashboardProps) {
  const t = useTranslator(texts)
  const language = useLanguage()
  const stats = useLoaded(
    useCallback((signal: AbortSignal) => api.call('GET /superadmin/stats', { signal }), [api]),
  )
  const services = useLoaded(useCallback((signal: AbortSignal) => askServices(api, signal), [api]))
  const write = (value: number) => formatNumber(value, language)
  return (
    <div className="ds-stack">
      <h2 className="ds-hidden">{t('systemOverviewTab')}</h2>
      <LoadedPanel of={services}>{(states) => <HealthCards states={states} />}</LoadedPanel>
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
function HealthCards({ states }: { states: readonly ServiceState[] }) {
  const t = useTranslator(texts)
  const isUp = (name: ServiceState['name']) => states.some((state) => state.name === name && state.isUp)
  const all = states.every((state) => state.isUp)
  // availability refuses a super-admin before it reads; the others read to answer
  const readers = states.filter((state) => state.name !== 'availability')
  const cards = [
    { name: t('database'), up: readers.every((state) => state.isUp), word: t('operational') },
    { name: t('apiServices'), up: all, word: t('running') },
    { name: t('authSystem'), up: isUp('auth'), word: t('active') },
    { name: t('notifications'), up: isUp('notifications'), word: t('running') },
  ]
  return (
    <div className="ds-grid">
      {cards.map(({ name, up, word }) => (
        <Card
          key={name}
          level={3}
          title={name}
          aside={<Badge tone={up ? 'success' : 'danger'}>{up ? word : t('notAnswering')}</Badge>}
        />
      ))}
    </div>
  )
}
