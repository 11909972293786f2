import type { Api } from '@darsi/contracts/calls/api.ts'
import { Badge } from '@darsi/design/feedback/badge.tsx'
import { formatDateTime } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { texts } from '../../texts.ts'

export type WaitingRequest = Api['GET /me/waiting-requests']['answer']['data'][number]

/** The position on the waiting list, how long an offered place is kept, or that the guardian is missing. */
export function WaitsFor({ request: { waitsFor, position, offeredUntil } }: { request: WaitingRequest }) {
  const t = useTranslator(texts.teachers)
  const language = useLanguage()
  if (offeredUntil !== null)
    return (
      <span className="ds-small">
        <strong>{t('waitingOffered', { when: formatDateTime(offeredUntil, language) })}</strong>
      </span>
    )
  if (position !== null) return <Badge>{t('waitingPosition', { position })}</Badge>
  return <span className="ds-small">{waitsFor === 'guardian' && t('waitingGuardian')}</span>
}
