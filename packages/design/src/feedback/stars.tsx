import { formatNumber } from '@darsi/contracts/reference/i18n/formats.ts'
import { useId } from 'react'
import { StarFilledIcon } from '../graphics/icons.tsx'
import { useLanguage, useTranslator } from '../i18n/i18n.tsx'
import { designTexts } from '../i18n/texts.ts'
import './stars.css'

const values = [1, 2, 3, 4, 5] as const

/** A read-only rating. `count` is shown after it: "(12)". */
export function Stars({ value, count }: { value: number; count?: number }) {
  const t = useTranslator(designTexts.ui)
  const language = useLanguage()
  const written = formatNumber(value, language, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  return (
    <span className="ds-stars">
      <span className="ds-hidden">{t('ratingOf', { value: written, max: 5 })}</span>
      <StarFilledIcon className="ds-stars-mark" />
      <span className="ds-stars-value ds-numbers" aria-hidden="true">
        {written}
      </span>
      {count !== undefined && (
        <span className="ds-stars-count ds-numbers">({formatNumber(count, language)})</span>
      )}
    </span>
  )
}

type InputProps = { legend: string; value: number | null; onChange: (value: number) => void }

/** A rating input: five radio buttons that look like stars. */
export function StarsInput({ legend, value, onChange }: InputProps) {
  const t = useTranslator(designTexts.ui)
  const name = useId()
  return (
    <fieldset>
      <legend className="ds-label">{legend}</legend>
      <div className="ds-stars-row">
        {values.map((each) => (
          <label
            key={each}
            className="ds-stars-choice"
            data-on={value !== null && each <= value ? '' : undefined}
          >
            <input
              type="radio"
              className="ds-hidden"
              name={name}
              value={each}
              checked={each === value}
              aria-label={t('stars', { count: each })}
              onChange={() => onChange(each)}
            />
            <StarFilledIcon />
          </label>
        ))}
      </div>
    </fieldset>
  )
}
