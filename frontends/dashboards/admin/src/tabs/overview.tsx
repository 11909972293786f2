import { governorates } from '@darsi/contracts/governorates.ts'
import { Button } from '@darsi/ui/button.tsx'
import { Card, StatCard } from '@darsi/ui/card.tsx'
import { formatNumber } from '@darsi/ui/catalogue.ts'
import type { DashboardProps } from '@darsi/ui/dashboard-props.ts'
import { DefinitionList } from '@darsi/ui/definition-list.tsx'
import { GovernorateMap } from '@darsi/ui/governorate-map.tsx'
import { useLanguage, useTranslator } from '@darsi/ui/i18n.tsx'
import {
  CalendarCheckIcon,
  CopyIcon,
  HandshakeIcon,
  MapPinIcon,
  UserPlusIcon,
  UsersIcon,
} from '@darsi/ui/icons.tsx'
import { LoadedPanel, useLoaded } from '@darsi/ui/loaded.tsx'
import { ProgressBar } from '@darsi/ui/progress.tsx'
import { useCallback } from 'react'
import { texts } from '../texts.ts'
import './overview.css'

export default function Overview({ api, onTabChange }: DashboardProps) {
  const t = useTranslator(texts)
  const language = useLanguage()
  const stats = useLoaded(
    useCallback((signal: AbortSignal) => api.call('GET /admin/stats', { signal }), [api]),
  )
  const places = useLoaded(
    useCallback((signal: AbortSignal) => api.call('GET /statistics/location', { signal }), [api]),
  )
  const write = (value: number) => formatNumber(value, language)

  return (
    <LoadedPanel of={stats}>
      {({ data }) => (
        <div className="ds-stack">
          <h2 className="ds-hidden">{t('overviewTab')}</h2>
          <div className="ds-grid admin-counters">
            <StatCard
              icon={UserPlusIcon}
              tone="warning"
              label={t('pendingApprovals')}
              value={write(data.pendingApprovals)}
            />
            <StatCard
              icon={HandshakeIcon}
              label={t('pendingConnections')}
              value={write(data.pendingConnections)}
            />
            <StatCard icon={CopyIcon} label={t('duplicateAlerts')} value={write(data.duplicateAlerts)} />
            <StatCard icon={UsersIcon} label={t('totalUsers')} value={write(data.totalUsers)} />
            <StatCard
              icon={CalendarCheckIcon}
              label={t('activeSessions')}
              value={write(data.activeSessions)}
            />
            <StatCard
              icon={MapPinIcon}
              label={t('governorates')}
              value={`${write(data.governoratesCovered)}/${write(governorates.length)}`}
            />
          </div>
          <div className="ds-grid">
            <Card title={t('userStatistics')}>
              <DefinitionList
                items={[
                  { term: t('students'), value: write(data.totalStudents) },
                  { term: t('teachers'), value: write(data.totalTeachers) },
                  { term: t('parents'), value: write(data.totalParents) },
                  { term: t('verified'), value: write(data.verifiedUsers) },
                ]}
              />
            </Card>
            <Card
              title={t('pendingActions')}
              actions={
                <Button variant="secondary" size="sm" onClick={() => onTabChange('user-management')}>
                  {t('openApprovals')}
                </Button>
              }
            >
              <DefinitionList
                items={[
                  { term: t('pendingApprovals'), value: write(data.pendingApprovals) },
                  { term: t('pendingConnections'), value: write(data.pendingConnections) },
                  { term: t('duplicateAlerts'), value: write(data.duplicateAlerts) },
                ]}
              />
            </Card>
          </div>
          <Card title={t('geographicCoverage')}>
            <ProgressBar
              label={t('coverage', {
                covered: write(data.governoratesCovered),
                total: write(governorates.length),
              })}
              value={data.governoratesCovered}
              max={governorates.length}
            />
            {places.data && (
              <GovernorateMap
                label={t('teachersByGovernorate')}
                values={new Map(places.data.data.map((place) => [place.governorateId, place.teachers]))}
                withTable
              />
            )}
          </Card>
        </div>
      )}
    </LoadedPanel>
  )
}
