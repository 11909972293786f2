import { Button } from '@darsi/ui/button.tsx'
import { Card } from '@darsi/ui/card.tsx'
import { formatPercent } from '@darsi/ui/catalogue.ts'
import { CommunityFigures } from '@darsi/ui/community-figures.tsx'
import type { DashboardProps } from '@darsi/ui/dashboard-props.ts'
import { useLanguage, useTranslator } from '@darsi/ui/i18n.tsx'
import { CalendarIcon, ClockIcon, MessageIcon, SearchIcon } from '@darsi/ui/icons.tsx'
import { LessonFigures } from '@darsi/ui/lessons/lesson-figures.tsx'
import { LoadedPanel, useLoaded } from '@darsi/ui/loaded.tsx'
import { PageHeader } from '@darsi/ui/page-header.tsx'
import { ProgressBar } from '@darsi/ui/progress.tsx'
import { useCallback } from 'react'
import { texts } from '../texts.ts'

export default function Overview({ api, user, onTabChange }: DashboardProps) {
  const t = useTranslator(texts)
  return (
    <div className="ds-stack">
      <PageHeader level={2} title={t('welcome', { name: user.fullName })}>
        {t('welcomeText')}
      </PageHeader>
      <Card title={t('quickActions')}>
        <div className="ds-row">
          <Button icon={SearchIcon} onClick={() => onTabChange('find-teachers')}>
            {t('findTeacher')}
          </Button>
          <Button variant="secondary" icon={ClockIcon} onClick={() => onTabChange('profile')}>
            {t('schedule')}
          </Button>
          <Button variant="secondary" icon={CalendarIcon} onClick={() => onTabChange('my-sessions')}>
            {t('mySessions')}
          </Button>
          <Button variant="secondary" icon={MessageIcon} onClick={() => onTabChange('messages')}>
            {t('messagesTab')}
          </Button>
        </div>
      </Card>
      <LessonFigures api={api} viewer="student" onAll={() => onTabChange('my-sessions')} />
      <OwnWeek api={api} onTabChange={onTabChange} />
      <CommunityFigures api={api} />
    </div>
  )
}

function OwnWeek({ api, onTabChange }: Pick<DashboardProps, 'api' | 'onTabChange'>) {
  const t = useTranslator(texts)
  const language = useLanguage()
  const week = useLoaded(
    useCallback((signal: AbortSignal) => api.call('GET /availability/teacher', { signal }), [api]),
  )
  return (
    <LoadedPanel of={week}>
      {({ weeklyPercentage }) => (
        <Card
          title={t('weekTitle')}
          actions={
            <Button size="sm" variant="secondary" onClick={() => onTabChange('profile')}>
              {t('setWeek')}
            </Button>
          }
        >
          {weeklyPercentage === 0 ? (
            <p>{t('weekEmpty')}</p>
          ) : (
            <ProgressBar
              label={t('weekFree', { percent: formatPercent(weeklyPercentage, language) })}
              value={weeklyPercentage}
            />
          )}
        </Card>
      )}
    </LoadedPanel>
  )
}
