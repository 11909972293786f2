import type { DashboardProps } from '@darsi/ui/dashboard-props.ts'
import { useTranslator } from '@darsi/ui/i18n.tsx'
import { RequestExtras } from '@darsi/ui/messages/request-extras.tsx'
import { FindTeachers } from '@darsi/ui/teachers/find-teachers.tsx'
import { texts } from '../texts.ts'

export default function FindTeachersTab({ api, onTabChange }: DashboardProps) {
  const t = useTranslator(texts)
  return (
    <FindTeachers
      api={api}
      title={t('findTeachersTab')}
      seeker="student"
      extras={(connection) => (
        <RequestExtras
          api={api}
          viewer="student"
          connection={connection}
          onMessages={() => onTabChange('messages')}
        />
      )}
    />
  )
}
