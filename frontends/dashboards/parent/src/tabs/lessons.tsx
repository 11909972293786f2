import type { DashboardProps } from '@darsi/client/dashboard/dashboard-props.ts'
import { Button } from '@darsi/design/forms/button.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { PageHeader } from '@darsi/design/layout/page-header.tsx'
import { useLearners } from '@darsi/features/children/public.ts'
import { OpenGroups } from '@darsi/features/groups/public.ts'
import { BookButton, CalendarCard, LessonsPanel } from '@darsi/features/lessons/public.ts'
import { texts } from '@darsi/features/texts.ts'

/** The lessons of all children, with booking. */
export default function Lessons({ api, onTabChange }: DashboardProps) {
  const t = useTranslator(texts.parent)
  const learners = useLearners(api)
  return (
    <div className="ds-stack">
      <PageHeader level={2} title={t('tab_lessons')} actions={<BookButton api={api} viewer="parent" />} />
      <LessonsPanel
        api={api}
        viewer="parent"
        learners={learners}
        emptyActions={
          <Button variant="secondary" onClick={() => onTabChange('find-teachers')}>
            {t('tab_find-teachers')}
          </Button>
        }
      />
      <OpenGroups api={api} />
      <CalendarCard api={api} />
    </div>
  )
}
