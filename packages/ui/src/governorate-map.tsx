import {
  countryPath,
  governorateShapes,
  mapViewBox,
  project,
  saltLakePath,
} from '@darsi/contracts/governorate-shapes.ts'
import { governorates } from '@darsi/contracts/governorates.ts'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { formatNumber } from './catalogue.ts'
import { classNames } from './class-names.ts'
import { useLanguage, useTranslator } from './i18n.tsx'
import { neighbour } from './map-keys.ts'
import { uiTexts } from './texts.ts'
import './chart.css'
import './governorate-map.css'

type Props = {
  /** What the map shows; names it for everyone. */
  label: string
  /** Figures by governorate id; null is masked or unknown. Without any, the map is only a map. */
  values?: ReadonlyMap<number, number | null>
  format?: (value: number | null) => string
  selected?: number | null
  onSelect?: (governorateId: number) => void
  /** A place and how far somebody goes from it. */
  circle?: { lat: number; lon: number; km: number } | null
  /** Shows the figures below as a table that can be opened. */
  withTable?: boolean
  className?: string
}

const kmPerUnit = 111.32 / 100
const stepsOfColour = 5

/** The 24 governorates. With `onSelect` it is a list of choices: arrow keys go to the neighbour in their direction. */
export function GovernorateMap({
  label,
  values,
  selected = null,
  onSelect,
  circle,
  withTable = false,
  className,
  ...rest
}: Props) {
  const t = useTranslator(uiTexts)
  const language = useLanguage()
  const svg = useRef<SVGSVGElement>(null)
  const [pointed, setPointed] = useState<number | null>(null)
  const [focused, setFocused] = useState(selected ?? 1)
  const format =
    rest.format ??
    ((value: number | null) => (value === null ? t('notEnoughData') : formatNumber(value, language)))
  const nameOf = (id: number) => governorates[id - 1]?.name[language] ?? ''
  const describe = (id: number) => (values ? `${nameOf(id)}: ${format(values.get(id) ?? null)}` : nameOf(id))
  const most = Math.max(0, ...[...(values?.values() ?? [])].map((value) => value ?? 0))
  const choose = onSelect !== undefined
  const stop = governorates.some((each) => each.id === selected) ? (selected ?? focused) : focused
  const shown = pointed ?? selected

  const onKeyDown = (event: KeyboardEvent, id: number) => {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      return onSelect?.(id)
    }
    const next = neighbour(id, event.key)
    if (next === null) return
    event.preventDefault()
    setFocused(next)
    svg.current?.querySelector<SVGElement>(`[data-governorate="${next}"]`)?.focus()
  }

  return (
    <div className={classNames('ds-map', circle && 'ds-map-with-circle', className)}>
      <svg
        ref={svg}
        viewBox={mapViewBox}
        className="ds-map-svg"
        role={choose ? 'listbox' : 'img'}
        aria-label={choose ? label : `${label}. ${t('mapOfTunisia')}`}
        onPointerLeave={() => setPointed(null)}
      >
        {governorateShapes.map(({ id, path }) => (
          <path
            key={id}
            d={path}
            className={classNames('ds-map-shape', stepClass(values, id, most), choose && 'ds-map-choice')}
            data-governorate={id}
            data-selected={id === selected ? '' : undefined}
            onPointerEnter={() => setPointed(id)}
            {...(choose
              ? {
                  role: 'option',
                  tabIndex: id === stop || (pointed !== null && id === focused) ? 0 : -1,
                  'aria-label': describe(id),
                  'aria-selected': id === selected,
                  onClick: () => onSelect(id),
                  onFocus: () => {
                    setFocused(id)
                    setPointed(id)
                  },
                  onBlur: () => setPointed(null),
                  onKeyDown: (event: KeyboardEvent) => onKeyDown(event, id),
                }
              : {})}
          />
        ))}
        <path d={saltLakePath} className="ds-map-lake" />
        <path d={countryPath} className="ds-map-outline" />
        {shown !== null && <path d={governorateShapes[shown - 1]?.path} className="ds-map-mark" />}
        {circle && <Circle {...circle} />}
      </svg>
      <p className="ds-map-readout" aria-hidden="true">
        {shown === null ? '\u00a0' : describe(shown)}
      </p>
      {values && most > 0 && <Scale most={most} format={format} />}
      {values && withTable && <ValueTable label={label} values={values} format={format} />}
    </div>
  )
}

function Circle({ lat, lon, km }: { lat: number; lon: number; km: number }) {
  const { x, y } = project({ lat, lon })
  return (
    <g className="ds-map-circle">
      <circle cx={x} cy={y} r={km / kmPerUnit} className="ds-map-reach" />
      <circle cx={x} cy={y} r="5" className="ds-map-place" />
    </g>
  )
}

function stepClass(values: ReadonlyMap<number, number | null> | undefined, id: number, most: number): string {
  const value = values?.get(id) ?? null
  if (values === undefined) return ''
  if (value === null) return 'ds-map-unknown'
  return `ds-map-step-${value <= 0 || most <= 0 ? 0 : Math.min(stepsOfColour, Math.ceil((value / most) * stepsOfColour))}`
}

function Scale({ most, format }: { most: number; format: (value: number | null) => string }) {
  return (
    <div className="ds-map-scale ds-numbers" aria-hidden="true">
      <span>{format(0)}</span>
      {Array.from({ length: stepsOfColour + 1 }, (_, step) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a step is its number
        <span key={step} className={`ds-map-scale-step ds-map-step-${step}`} />
      ))}
      <span>{format(most)}</span>
    </div>
  )
}

type TableProps = {
  label: ReactNode
  values: ReadonlyMap<number, number | null>
  format: (value: number | null) => string
}

function ValueTable({ label, values, format }: TableProps) {
  const t = useTranslator(uiTexts)
  const language = useLanguage()
  return (
    <details className="ds-chart-data ds-map-data">
      <summary>{t('showAsTable')}</summary>
      <table>
        <caption className="ds-hidden">{label}</caption>
        <thead>
          <tr>
            <th scope="col">{t('governorate')}</th>
            <th scope="col">{t('value')}</th>
          </tr>
        </thead>
        <tbody>
          {governorates.map(({ id, name }) => (
            <tr key={id}>
              <th scope="row">{name[language]}</th>
              <td>{format(values.get(id) ?? null)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
