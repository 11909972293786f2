import { Badge } from '@darsi/design/feedback/badge.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import type { TeacherCard } from '../filters.ts'
import { teachersTexts } from '../texts.ts'
import { OnlineBadge } from './online-badge.tsx'

/** Online, full, new: beside the rating. */
export function TeacherBadges({ teacher }: { teacher: Pick<TeacherCard, 'isOnline' | 'full' | 'isNew'> }) {
  const t = useTranslator(teachersTexts)
  return (
    <>
      {teacher.isOnline && <OnlineBadge />}
      {teacher.full && <Badge tone="warning">{t('fullTeacher')}</Badge>}
      {teacher.isNew && <Badge tone="accent">{t('newTeacher')}</Badge>}
    </>
  )
}
