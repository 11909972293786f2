import { consentTexts, consentTextVersion } from '@darsi/contracts/texts/consent-texts.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import type { ReactNode } from 'react'
import { texts } from '../texts.ts'
import './consent-text.css'

type Purpose = keyof typeof consentTexts
export const allPurposes: readonly Purpose[] = ['connect', 'messages', 'video']

/** The exact consent text that is stored with a guardian's agreement, and its version. `children` introduce it. */
export function ConsentText({ purposes, children }: { purposes: readonly Purpose[]; children: ReactNode }) {
  const t = useTranslator(texts.connections)
  const language = useLanguage()
  return (
    <div className="ds-consent-texts">
      <p>{children}</p>
      <ul>
        {purposes.map((purpose) => (
          <li key={purpose}>{consentTexts[purpose][language]}</li>
        ))}
      </ul>
      <p className="ds-soft ds-small">{t('wording', { version: consentTextVersion })}</p>
    </div>
  )
}
