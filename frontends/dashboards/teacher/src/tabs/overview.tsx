import { Banner } from '@darsi/ui/banner.tsx'
import { Button } from '@darsi/ui/button.tsx'
import { Card } from '@darsi/ui/card.tsx'
import { CommunityFigures } from '@darsi/ui/community-figures.tsx'
import { connectionsTexts } from '@darsi/ui/connections/connections-texts.ts'
import { QuotaCard } from '@darsi/ui/connections/quota-card.tsx'
import { usePendingCount } from '@darsi/ui/connections/use-pending-count.ts'
import type { DashboardProps } from '@darsi/ui/dashboard-props.ts'
import { useTranslator } from '@darsi/ui/i18n.tsx'
import { ClockIcon, UserIcon, UserPlusIcon } from '@darsi/ui/icons.tsx'
import { BookButton } from '@darsi/ui/lessons/book-button.tsx'
import { CalendarCard } from '@darsi/ui/lessons/calendar-card.tsx'
import { LessonFigures } from '@darsi/ui/lessons/lesson-figures.tsx'
import { LessonList } from '@darsi/ui/lessons/lesson-list.tsx'
import { LoadedPanel, useLoaded } from '@darsi/ui/loaded.tsx'
import { PageHeader } from '@darsi/ui/page-header.tsx'
import { ProgressBar } from '@darsi/ui/progress.tsx'
import { useCallback } from 'react'
import { AccountBanners } from '../account-banners.tsx'
import { texts } from '../texts.ts'

export default function Overview({ api, user, onTabChange }: DashboardProps) {
  const t = useTranslator(texts)
  return (
    <div className="ds-stack">
      <PageHeader level={2} title={t('welcome', { name: user.fullName })}>
        {t('welcomeText')}
      </PageHeader>
      <AccountBanners api={api} />
      <Waiting api={api} onOpen={() => onTabChange('student-requests')} />
      <Card title={t('quickActions')}>
        <div className="ds-row">
          <Button icon={ClockIcon} onClick={() => onTabChange('availability')}>
            {t('setWeek')}
          </Button>
          <Button variant="secondary" icon={UserIcon} onClick={() => onTabChange('profile')}>
            {t('completeProfile')}
          </Button>
          <Button variant="secondary" icon={UserPlusIcon} onClick={() => onTabChange('student-requests')}>
            {t('studentRequestsTab')}
          </Button>
        </div>
      </Card>
      <LessonFigures api={api} viewer="teacher" />
      <div className="ds-grid">
        <OwnWeek api={api} />
        <QuotaCard api={api} />
      </div>
      <section className="ds-stack" aria-labelledby="lessons">
        <PageHeader
          level={2}
          title={<span id="lessons">{t('lessons')}</span>}
          actions={<BookButton api={api} viewer="teacher" />}
        />
        <LessonList api={api} viewer="teacher" />
        <CalendarCard api={api} />
      </section>
      <CommunityFigures api={api} />
    </div>
  )
}

/** Requests that wait for an answer; nothing when none does. */
function Waiting({ api, onOpen }: Pick<DashboardProps, 'api'> & { onOpen: () => void }) {
  const t = useTranslator(texts)
  const words = useTranslator(connectionsTexts)
  const count = usePendingCount(api, 'received')
  if (count === 0) return null
  return (
    <Banner
      live="none"
      actions={
        <Button size="sm" variant="secondary" onClick={onOpen}>
          {t('studentRequestsTab')}
        </Button>
      }
    >
      {words('pendingCount', { count })}
    </Banner>
  )
}

function OwnWeek({ api }: Pick<DashboardProps, 'api'>) {
  const t = useTranslator(texts)
  const week = useLoaded(
    useCallback((signal: AbortSignal) => api.call('GET /availability/teacher', { signal }), [api]),
  )
  return (
    <LoadedPanel of={week}>
      {({ weeklyPercentage }) => (
        <Card title={t('weekTitle')} level={3}>
          {weeklyPercentage === 0 ? (
            <p>{t('weekEmpty')}</p>
          ) : (
            <ProgressBar label={t('weekFree')} value={weeklyPercentage} />
          )}
        </Card>
      )}
    </LoadedPanel>
  )
}
