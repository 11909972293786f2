import { Button } from '@darsi/design/forms/button.tsx'
import { CopyIcon } from '@darsi/design/graphics/icons.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useEffect, useRef, useState } from 'react'
import { texts } from '../../texts.ts'
import './security.css'

/** The codes are shown once. They are not in a dialog, because Escape or a click outside would lose them. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const t = useTranslator(texts.security)
  const heading = useRef<HTMLHeadingElement>(null)
  const [copied, setCopied] = useState(false)
  useEffect(() => heading.current?.focus(), [])
  const copy = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => setCopied(true),
      // the browser refused the clipboard; the codes can still be written down
      () => setCopied(false),
    )
  return (
    <section className="ds-stack ds-security-recovery">
      <h3 ref={heading} tabIndex={-1}>
        {t('recoveryTitle')}
      </h3>
      <p>{t('recoveryText')}</p>
      <ol className="ds-security-codes ds-secret">
        {codes.map((code) => (
          <li key={code}>
            <code dir="ltr">{code}</code>
          </li>
        ))}
      </ol>
      <div className="ds-row">
        {/* browsers offer the clipboard only on secure pages */}
        {typeof navigator.clipboard !== 'undefined' && (
          <Button variant="secondary" size="sm" icon={CopyIcon} onClick={() => void copy()}>
            <span aria-live="polite">{copied ? t('copied') : t('copy')}</span>
          </Button>
        )}
        <Button size="sm" onClick={onKept}>
          {t('codesKept')}
        </Button>
      </div>
    </section>
  )
}
