import { AlertPreview } from '@darsi/ui/alerts/alert-preview.tsx'
import { Button } from '@darsi/ui/button.tsx'
import { Card } from '@darsi/ui/card.tsx'
import { ConsentRequests } from '@darsi/ui/children/consent-requests.tsx'
import { CommunityFigures } from '@darsi/ui/community-figures.tsx'
import type { DashboardProps } from '@darsi/ui/dashboard-props.ts'
import { useTranslator } from '@darsi/ui/i18n.tsx'
import { ChildIcon, SearchIcon, ShieldIcon } from '@darsi/ui/icons.tsx'
import { LessonFigures } from '@darsi/ui/lessons/lesson-figures.tsx'
import { PageHeader } from '@darsi/ui/page-header.tsx'
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
      <CommunityFigures api={api} />
    </div>
  )
}
