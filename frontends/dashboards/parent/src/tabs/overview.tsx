import type { DashboardProps } from '@darsi/client/dashboard/dashboard-props.ts'
import { Button } from '@darsi/design/forms/button.tsx'
import { ChildIcon, SearchIcon, ShieldIcon } from '@darsi/design/graphics/icons.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { Card } from '@darsi/design/layout/card.tsx'
import { PageHeader } from '@darsi/design/layout/page-header.tsx'
import { AlertPreview } from '@darsi/features/alerts/public.ts'
import { ChildSummaries, ConsentRequests } from '@darsi/features/children/public.ts'
import { CommunityFigures } from '@darsi/features/community/public.ts'
import { DueHomework } from '@darsi/features/homework/public.ts'
import { LessonFigures, NextLessons } from '@darsi/features/lessons/public.ts'
import { WaitingMessages } from '@darsi/features/messages/public.ts'
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
      <WaitingMessages api={api} me={user.id} onOpen={(thread) => onTabChange('messages', { thread })} />
      <DueHomework api={api} viewer="parent" onOpen={(thread) => onTabChange('messages', { thread })} />
      <ChildSummaries
        api={api}
        onLessons={(child) => onTabChange('lessons', { child })}
        onReports={(child) => onTabChange('progress-reports', { child })}
      />
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
      <NextLessons api={api} viewer="parent" onAll={() => onTabChange('lessons')} />
      <LessonFigures api={api} viewer="parent" />
      <PrivacyNotice />
      <CommunityFigures api={api} />
    </div>
  )
}
