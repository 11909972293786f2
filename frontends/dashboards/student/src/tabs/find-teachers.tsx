import type { DashboardProps } from '@darsi/ui/dashboard-props.ts'
import { useTranslator } from '@darsi/ui/i18n.tsx'
import { BookButton } from '@darsi/ui/lessons/book-button.tsx'
import { FindTeachers } from '@darsi/ui/teachers/find-teachers.tsx'
import { texts } from '../texts.ts'

export default function FindTeachersTab({ api }: DashboardProps) {
  const t = useTranslator(texts)
  return (
    <FindTeachers
      api={api}
      title={t('findTeachersTab')}
      seeker="student"
      extras={(connection) =>
        connection.status === 'approved' && <BookButton api={api} viewer="student" connection={connection} />
      }
    />
  )
}
