import { useTranslator } from '../i18n/i18n.tsx'
import { designTexts } from '../i18n/texts.ts'
import './skeleton.css'

/** Placeholder lines for text; `shape` card for a whole card. */
export function Skeleton({ lines = 3, shape = 'text' }: { lines?: number; shape?: 'text' | 'card' }) {
  const t = useTranslator(designTexts.ui)
  return (
    <div className={`ds-skeleton ds-skeleton-${shape}`} role="status">
      <span className="ds-hidden">{t('loading')}</span>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike
        <span key={line} className="ds-skeleton-line" aria-hidden="true" />
      ))}
    </div>
  )
}
