import type { DashboardProps } from '@darsi/client/dashboard/dashboard-props.ts'
import { Button } from '@darsi/design/forms/button.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { PageHeader } from '@darsi/design/layout/page-header.tsx'
import { OpenGroups } from '@darsi/features/groups/public.ts'
import { BookButton, CalendarCard, LessonsPanel } from '@darsi/features/lessons/public.ts'
import { texts } from '@darsi/features/texts.ts'

export default function MySessions({ api, onTabChange }: DashboardProps) {
  const t = useTranslator(texts.student)
  return (
    <div className="ds-stack">
      <PageHeader
        level={2}
        title={t('tab_my-sessions')}
        actions={<BookButton api={api} viewer="student" />}
      />
      <LessonsPanel
        api={api}
        viewer="student"
        emptyActions={
          <Button variant="secondary" onClick={() => onTabChange('find-teachers')}>
            {t('findTeacher')}
          </Button>
        }
      />
      <OpenGroups api={api} />
      <CalendarCard api={api} />
    </div>
  )
}
