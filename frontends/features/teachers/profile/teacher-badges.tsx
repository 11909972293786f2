import { Badge } from '@darsi/design/feedback/badge.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { texts } from '../../texts.ts'
import type { TeacherCard } from '../filters.ts'

/** Online, full, new: beside the rating. */
export function TeacherBadges({ teacher }: { teacher: Pick<TeacherCard, 'isOnline' | 'full' | 'isNew'> }) {
  const t = useTranslator(texts.teachers)
  return (
    <>
      {teacher.isOnline && <OnlineBadge />}
      {teacher.full && <Badge tone="warning">{t('fullTeacher')}</Badge>}
      {teacher.isNew && <Badge tone="accent">{t('newTeacher')}</Badge>}
    </>
  )
}

/** Coarse: within the last ten minutes. */
function OnlineBadge() {
  const t = useTranslator(texts.teachers)
  return (
    <span title={t('onlineTeacherHint')}>
      <Badge tone="success">{t('onlineTeacher')}</Badge>
    </span>
  )
}
