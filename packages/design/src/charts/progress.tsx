import { type ReactNode, useId } from 'react'
import { classNames } from '../class-names.ts'
import { CheckIcon } from '../graphics/icons.tsx'
import { formatPercent } from '../i18n/catalogue.ts'
import { useLanguage, useTranslator } from '../i18n/i18n.tsx'
import { designTexts } from '../i18n/texts.ts'
import { ShareBar } from './share-bar.tsx'
import './progress.css'

type ProgressProps = {
  label: ReactNode
  value: number
  max?: number
  /** The text at the end of the line; by default the percentage. */
  text?: ReactNode
  hideLabel?: boolean
  className?: string
}

export function ProgressBar({ label, value, max = 100, text, hideLabel = false, className }: ProgressProps) {
  const id = useId()
  const language = useLanguage()
  const share = max === 0 ? 0 : Math.min(100, Math.max(0, (value / max) * 100))
  return (
    <div className={className}>
      <div className={hideLabel ? 'ds-hidden' : 'ds-progress-head'}>
        <span id={id}>{label}</span>
        <span className="ds-numbers ds-progress-text">{text ?? formatPercent(share, language)}</span>
      </div>
      <div
        className="ds-progress-track"
        role="progressbar"
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuenow={value}
        aria-valuetext={typeof text === 'string' ? text : undefined}
      >
        <ShareBar share={share} className="ds-progress-bar" />
      </div>
    </div>
  )
}

/** The progress in a form of several pages. `current` counts from 0. */
export function Steps({
  label,
  steps,
  current,
}: {
  label: string
  steps: readonly string[]
  current: number
}) {
  const t = useTranslator(designTexts.ui)
  return (
    <nav aria-label={label}>
      <p className="ds-steps-short">{t('step', { current: current + 1, total: steps.length })}</p>
      <ol className="ds-steps-list">
        {steps.map((step, index) => (
          <li
            key={step}
            className={classNames('ds-step', index < current && 'ds-step-done')}
            aria-current={index === current ? 'step' : undefined}
          >
            <span className="ds-step-mark" aria-hidden="true">
              {index < current ? <CheckIcon /> : index + 1}
            </span>
            <span>
              {step}
              {index < current && <span className="ds-hidden"> ({t('stepDone')})</span>}
            </span>
          </li>
        ))}
      </ol>
    </nav>
  )
}
