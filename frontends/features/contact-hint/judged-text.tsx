import { andJoined } from '@darsi/contracts/reference/i18n/lists.ts'
import { outcomeOf } from '@darsi/contracts/rules/contact-details/who-reads.ts'
import { holdCauseNames } from '@darsi/contracts/texts/child-protection.ts'
import { Banner } from '@darsi/design/feedback/banner.tsx'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { texts } from '../texts.ts'
import type { HintProps } from './hint-props.ts'
import { useContactDetails } from './use-contact-details.ts'

/** Which contact details a text has, and what will happen with it. */
export function JudgedText({ rule, text, before = [] }: HintProps) {
  const t = useTranslator(texts.contactHint)
  const language = useLanguage()
  const kinds = useContactDetails(before, text) ?? []
  const outcome = rule === 'refused' ? 'refused' : outcomeOf(rule, kinds)
  if (kinds.length === 0 || outcome === 'delivered') return null
  const found = andJoined(
    kinds.map((kind) => holdCauseNames[kind][language]),
    language,
  )
  return (
    <Banner tone="warning">
      {t('found', { found })} {t(consequences[outcome])}
    </Banner>
  )
}

const consequences = { refused: 'willBeRefused', held: 'willBeHeld', guardians: 'forGuardians' } as const
