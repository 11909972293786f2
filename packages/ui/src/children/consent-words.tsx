import { consentTexts, consentTextVersion } from '@darsi/contracts/consent-texts.ts'
import type { ReactNode } from 'react'
import { useLanguage, useTranslator } from '../i18n.tsx'
import { childrenTexts } from './children-texts.ts'
import './consent-words.css'

export type Purpose = keyof typeof consentTexts
export const allPurposes: readonly Purpose[] = ['connect', 'messages', 'video']

/** The very words that the ledger keeps a guardian's agreement to, with their version; `children` introduce them. */
export function ConsentWords({ purposes, children }: { purposes: readonly Purpose[]; children: ReactNode }) {
  const t = useTranslator(childrenTexts)
  const language = useLanguage()
  return (
    <div className="ds-consent-words">
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
