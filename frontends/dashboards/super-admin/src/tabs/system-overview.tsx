import { Badge, type Tone } from '@darsi/ui/badge.tsx'
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
  const up = states.filter((state) => state.isUp)
  const isUp = (name: ServiceState['name']) => up.some((state) => state.name === name)
  // availability refuses a super-admin before it reads; whoever else answers has read
  const hasRead = up.some((state) => state.name !== 'availability')
  const partly = up.length > 0 && up.length < states.length
  return (
    <div className="ds-grid">
      <HealthCard name={t('database')} isUp={hasRead} word={t('operational')} />
      <HealthCard
        name={t('apiServices')}
        isUp={up.length > 0}
        word={partly ? t('partlyRunning', { up: up.length, total: states.length }) : t('running')}
        tone={partly ? 'warning' : 'success'}
      />
      <HealthCard name={t('authSystem')} isUp={isUp('auth')} word={t('active')} />
      <HealthCard name={t('notifications')} isUp={isUp('notifications')} word={t('running')} />
    </div>
  )
}

type HealthCardProps = { name: string; isUp: boolean; word: string; tone?: Tone }

function HealthCard({ name, isUp, word, tone = 'success' }: HealthCardProps) {
  const t = useTranslator(texts)
  return (
    <Card
      level={3}
      title={name}
      aside={<Badge tone={isUp ? tone : 'danger'}>{isUp ? word : t('notAnswering')}</Badge>}
    />
  )
}
