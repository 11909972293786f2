import { listOf } from '@darsi/contracts/reference/i18n/lists.ts'
import { type ContactRule, outcomeOf } from '@darsi/contracts/rules/contact-details/who-reads.ts'
import { Banner } from '@darsi/design/feedback/banner.tsx'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { texts } from '../texts.ts'
import { useContactDetails } from './use-contact-details.ts'

type Props = {
  /** What happens with contact details in this text. */
  rule: ContactRule
  text: string
  /** The author's last texts in the same conversation, oldest first. */
  before?: readonly string[]
}

/** Says while a text is typed which contact details it has, and what will happen with it. */
export function ContactHint({ rule, ...judged }: Props) {
  return rule === 'delivered' ? null : <Judged rule={rule} {...judged} />
}

function Judged({ rule, text, before = [] }: Props) {
  const t = useTranslator(texts.contactHint)
  const language = useLanguage()
  const kinds = useContactDetails(before, text)
  const outcome = outcomeOf(rule, kinds)
  if (outcome === 'delivered') return null
  const found = listOf(
    kinds.map((kind) => t(kind)),
    language,
  )
  return (
    <Banner tone="warning">
      {t('found', { found })} {t(outcome === 'held' ? 'willBeHeld' : 'forGuardians')}
    </Banner>
  )
}
