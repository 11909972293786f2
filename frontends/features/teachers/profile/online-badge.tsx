import { Badge } from '@darsi/design/feedback/badge.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { texts } from '../../texts.ts'

/** Coarse: within the last ten minutes. */
export function OnlineBadge() {
  const t = useTranslator(texts.teachers)
  return (
    <span title={t('onlineTeacherHint')}>
      <Badge tone="success">{t('onlineTeacher')}</Badge>
    </span>
  )
}
