import { Button } from '@darsi/ui/button.tsx'
import type { DashboardProps } from '@darsi/ui/dashboard-props.ts'
import { EmptyState } from '@darsi/ui/empty-state.tsx'
import { useTranslator } from '@darsi/ui/i18n.tsx'
import { LessonScene } from '@darsi/ui/illustrations.tsx'
import { PageHeader } from '@darsi/ui/page-header.tsx'
import { texts } from '../texts.ts'

export default function MySessions({ onTabChange }: DashboardProps) {
  const t = useTranslator(texts)
  return (
    <div className="ds-stack">
      <PageHeader level={2} title={t('mySessionsTab')} />
      <EmptyState
        picture={<LessonScene />}
        title={t('noSessionsTitle')}
        actions={<Button onClick={() => onTabChange('find-teachers')}>{t('findTeacher')}</Button>}
      >
        {t('noSessionsText')}
      </EmptyState>
    </div>
  )
}
