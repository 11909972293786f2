import { useEffect, useState } from 'react'
import { useTranslator } from '../i18n/i18n.tsx'
import { designTexts } from '../i18n/texts.ts'
import './spinner.css'

type Props = {
  /** The accessible text; by default "Loading…". `null` if a text is shown beside it. */
  label?: string | null
  size?: 'sm' | 'md' | 'lg'
}

export function Spinner({ label, size = 'md' }: Props) {
  const t = useTranslator(designTexts.ui)
  const ring = (
    <svg className="ds-spinner-ring" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <circle cx="12" cy="12" r="9" fill="none" stroke="currentColor" strokeWidth="3" opacity="0.22" />
      <path d="M12 3a9 9 0 0 1 9 9" fill="none" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
    </svg>
  )
  return (
    <span className={`ds-spinner ds-spinner-${size}`} role={label === null ? undefined : 'status'}>
      {ring}
      {label === null ? null : <span className="ds-hidden">{label ?? t('loading')}</span>}
    </span>
  )
}

/** After this time the panel says that the network is slow or away. */
const wordsMs = 5_000

/** A whole loading panel; appears after a short delay, so that quick loads do not flash. */
export function LoadingPanel({ label }: { label?: string }) {
  const t = useTranslator(designTexts.ui)
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(setLong, wordsMs, true)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className="ds-loading-panel" role="status">
      <Spinner size="lg" label={null} />
      <p>{label ?? t('loading')}</p>
      {isLong && <p>{t('loadingLong')}</p>}
    </div>
  )
}
