import { Button } from '@darsi/ui/button.tsx'
import type { DashboardProps } from '@darsi/ui/dashboard-props.ts'
import { useTranslator } from '@darsi/ui/i18n.tsx'
import { BookButton } from '@darsi/ui/lessons/book-button.tsx'
import { CalendarCard } from '@darsi/ui/lessons/calendar-card.tsx'
import { LessonList } from '@darsi/ui/lessons/lesson-list.tsx'
import { PageHeader } from '@darsi/ui/page-header.tsx'
import { texts } from '../texts.ts'

export default function MySessions({ api, onTabChange }: DashboardProps) {
  const t = useTranslator(texts)
  return (
    <div className="ds-stack">
      <PageHeader level={2} title={t('mySessionsTab')} actions={<BookButton api={api} viewer="student" />} />
      <LessonList
        api={api}
        viewer="student"
        emptyActions={
          <Button variant="secondary" onClick={() => onTabChange('find-teachers')}>
            {t('findTeacher')}
          </Button>
        }
      />
      <CalendarCard api={api} />
    </div>
  )
}
