import { useLearners } from '@darsi/ui/children/use-learners.ts'
import type { DashboardProps } from '@darsi/ui/dashboard-props.ts'
import { useTranslator } from '@darsi/ui/i18n.tsx'
import { BookButton } from '@darsi/ui/lessons/book-button.tsx'
import { CalendarCard } from '@darsi/ui/lessons/calendar-card.tsx'
import { LessonList } from '@darsi/ui/lessons/lesson-list.tsx'
import { PageHeader } from '@darsi/ui/page-header.tsx'
import { texts } from '../texts.ts'

/** The lessons of all children, and the booking for them. */
export default function Lessons({ api }: DashboardProps) {
  const t = useTranslator(texts)
  const learners = useLearners(api)
  return (
    <div className="ds-stack">
      <PageHeader level={2} title={t('lessonsTab')} actions={<BookButton api={api} viewer="parent" />} />
      <LessonList api={api} viewer="parent" learners={learners} />
      <CalendarCard api={api} />
    </div>
  )
}
