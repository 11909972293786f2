import type { DashboardProps } from '@darsi/client/dashboard/dashboard-props.ts'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { FindTeachers } from '@darsi/features/teachers/public.ts'
import { texts } from '@darsi/features/texts.ts'

export default function FindTeachersTab({ api, onTabChange }: DashboardProps) {
  const t = useTranslator(texts.student)
  return (
    <FindTeachers
      api={api}
      title={t('tab_find-teachers')}
      seeker="student"
      onMessages={(thread) => onTabChange('messages', { thread })}
    />
  )
}
