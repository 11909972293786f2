import type { Homework } from '@darsi/contracts/calls/users/homework-api.ts'
import { Badge } from '@darsi/design/feedback/badge.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { texts } from '../texts.ts'

const soonMs = 24 * 3_600_000

type Props = { homework: Pick<Homework, 'state' | 'dueAt'>; now: number }

export function HomeworkState({ homework: { state, dueAt }, now }: Props) {
  const t = useTranslator(texts.homework)
  if (state === 'marked') return <Badge tone="success">{t('state-marked')}</Badge>
  if (state === 'handed-in') return <Badge tone="accent">{t('state-handed-in')}</Badge>
  const left = Date.parse(dueAt) - now
  if (left < 0) return <Badge tone="danger">{t('overdue')}</Badge>
  return left < soonMs ? <Badge tone="warning">{t('dueSoon')}</Badge> : <Badge>{t('state-open')}</Badge>
}
