import type { ProofAnswer } from '@darsi/contracts/calls/users/proofs-api.ts'
import { Badge } from '@darsi/design/feedback/badge.tsx'
import { formatDate } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { texts } from '../texts.ts'

const tones = { waiting: 'warning', accepted: 'success', refused: 'danger' } as const

/** The status of a proof, since when, and the reason of a refusal. */
export function ProofState({ proof }: { proof: ProofAnswer }) {
  const t = useTranslator(texts.proofs)
  const language = useLanguage()
  const { state, reason, decidedAt, uploadedAt, askedAgainAt } = proof
  return (
    <>
      <p className="ds-row">
        <Badge tone={tones[state]}>{t(state)}</Badge>
        <span className="ds-soft ds-small">
          {decidedAt === null
            ? t('uploaded', { date: formatDate(uploadedAt, language) })
            : t('decided', { date: formatDate(decidedAt, language) })}
        </span>
      </p>
      {reason !== '' && (
        <p className="ds-small">
          {t('reason')}: <span dir="auto">{reason}</span>
        </p>
      )}
      {askedAgainAt !== null && <p className="ds-small">{t('askedAgain')}</p>}
    </>
  )
}
