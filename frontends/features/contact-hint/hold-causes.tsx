import type { PausedFor } from '@darsi/contracts/calls/users/connections-api.ts'
import { andJoined } from '@darsi/contracts/reference/i18n/lists.ts'
import type { HoldCause } from '@darsi/contracts/rules/contact-details/found.ts'
import { holdCauseNames } from '@darsi/contracts/texts/child-protection.ts'
import { formatDate } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { texts } from '../texts.ts'
import { useContactDetails } from './use-contact-details.ts'

/** Why a connection is paused. */
export function PauseCause({ pausedFor: { at, found } }: { pausedFor: PausedFor }) {
  const t = useTranslator(texts.contactHint)
  const language = useLanguage()
  return <p>{t('pausedFor', { day: formatDate(at, language), found: useNames(found) })}</p>
}

/** Why a text is held: what it contains, also together with the texts before it. */
export function HeldCause({ text, before }: { text: string; before: readonly string[] }) {
  const t = useTranslator(texts.contactHint)
  const kinds = useContactDetails(before, text)
  const names = useNames(kinds !== null && kinds.length > 0 ? kinds : ['secrecy'])
  // secrecy is the cause only where the rule found nothing else
  if (kinds === null) return null
  return <p>{t('heldFor', { found: names })}</p>
}

function useNames(found: readonly HoldCause[]): string {
  const language = useLanguage()
  return andJoined(
    found.map((cause) => holdCauseNames[cause][language]),
    language,
  )
}
