import { Badge } from '@darsi/design/feedback/badge.tsx'
import { AlertIcon, ClockIcon } from '@darsi/design/graphics/icons.tsx'
import { formatRelative } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { texts } from '@darsi/features/texts.ts'

const soonMs = 30 * 60_000

/** The time left until a deadline, or the time since it passed. */
export function DueBadge({ dueAt, now }: { dueAt: string; now: number }) {
  const t = useTranslator(texts.admin)
  const language = useLanguage()
  const left = new Date(dueAt).getTime() - now
  const when = formatRelative(dueAt, language, now)
  const label = left < 0 ? t('overdueSince', { when }) : t('due', { when })
  return (
    <Badge
      tone={left < 0 ? 'danger' : left < soonMs ? 'warning' : 'neutral'}
      icon={left < 0 ? AlertIcon : ClockIcon}
    >
      {label}
    </Badge>
  )
}
