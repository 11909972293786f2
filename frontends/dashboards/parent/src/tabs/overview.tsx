import { AlertPreview } from '@darsi/ui/alerts/alert-preview.tsx'
import { Button } from '@darsi/ui/button.tsx'
import { Card, StatCard } from '@darsi/ui/card.tsx'
import { formatNumber } from '@darsi/ui/catalogue.ts'
import { ConsentRequests } from '@darsi/ui/children/consent-requests.tsx'
import type { DashboardProps } from '@darsi/ui/dashboard-props.ts'
import { useLanguage, useTranslator } from '@darsi/ui/i18n.tsx'
import { ChildIcon, GraduationIcon, SearchIcon, ShieldIcon, UserIcon, UsersIcon } from '@darsi/ui/icons.tsx'
import { LessonFigures } from '@darsi/ui/lessons/lesson-figures.tsx'
import { useLoaded } from '@darsi/ui/loaded.tsx'
import { PageHeader } from '@darsi/ui/page-header.tsx'
import { useCallback } from 'react'
import { PrivacyNotice } from '../privacy-notice.tsx'
import { texts } from '../texts.ts'

export default function Overview({ api, user, onTabChange }: DashboardProps) {
  const t = useTranslator(texts)
  return (
    <div className="ds-stack">
      <PageHeader level={2} title={t('welcome', { name: user.fullName })}>
        {t('welcomeText')}
      </PageHeader>
      <AlertPreview api={api} onAll={() => onTabChange('safety-alerts')} />
      <ConsentRequests api={api} />
      <Card title={t('quickActions')}>
        <div className="ds-row">
          <Button icon={ChildIcon} onClick={() => onTabChange('my-children')}>
            {t('myChildrenTab')}
          </Button>
          <Button variant="secondary" icon={ShieldIcon} onClick={() => onTabChange('safety-alerts')}>
            {t('safetyAlertsTab')}
          </Button>
          <Button variant="secondary" icon={SearchIcon} onClick={() => onTabChange('find-teachers')}>
            {t('findTeachersTab')}
          </Button>
        </div>
      </Card>
      <LessonFigures api={api} viewer="parent" onAll={() => onTabChange('lessons')} />
      <PrivacyNotice />
      <Community api={api} />
    </div>
  )
}

function Community({ api }: Pick<DashboardProps, 'api'>) {
  const t = useTranslator(texts)
  const language = useLanguage()
  const counts = useLoaded(
    useCallback((signal: AbortSignal) => api.call('GET /statistics/basic', { signal }), [api]),
  )
  // spec §7: a failure of these figures is no reason to disturb anybody
  if (counts.data === null) return null
  const { totalTeachers, totalStudents, totalUsers } = counts.data.data
  const write = (value: number) => formatNumber(value, language)
  return (
    <section className="ds-stack">
      <h3>{t('communityTitle')}</h3>
      <div className="ds-grid">
        <StatCard icon={GraduationIcon} label={t('totalTeachers')} value={write(totalTeachers)} />
        <StatCard icon={UserIcon} label={t('totalStudents')} value={write(totalStudents)} />
        <StatCard icon={UsersIcon} label={t('totalUsers')} value={write(totalUsers)} />
      </div>
    </section>
  )
}
