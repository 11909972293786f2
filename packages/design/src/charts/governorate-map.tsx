import { formatNumber } from '@darsi/contracts/reference/i18n/formats.ts'
import {
  countryPath,
  governorateShapes,
  mapViewBox,
  project,
  saltLakePath,
} from '@darsi/contracts/reference/places/governorate-shapes.ts'
import { governorates } from '@darsi/contracts/reference/places/governorates.ts'
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { classNames } from '../class-names.ts'
import { useLanguage, useTranslator } from '../i18n/i18n.tsx'
import { designTexts } from '../i18n/texts.ts'
import { neighbour } from './map-keys.ts'
import './chart.css'
import './governorate-map.css'

type Props = {
  /** The subject of the map, as its accessible name. */
  label: string
  /** Figures by governorate id; null is masked or unknown. Without figures the map only shows places. */
  values?: ReadonlyMap<number, number | null>
  format?: (value: number | null) => string
  selected?: number | null
  onSelect?: (governorateId: number) => void
  /** A place and the distance that a teacher travels from it. */
  circle?: { lat: number; lon: number; km: number } | null
  /** Shows the figures below as a collapsed table. */
  withTable?: boolean
  className?: string
}

const kmPerUnit = 111.32 / 100
const stepsOfColour = 5

/** The 24 governorates. With `onSelect` it is a listbox: arrow keys move to the neighbour in their direction. */
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
  const t = useTranslator(designTexts.ui)
  const language = useLanguage()
  const svg = useRef<SVGSVGElement>(null)
  const [pointed, setPointed] = useState<number | null>(null)
  const [focused, setFocused] = useState(selected ?? 1)
  const format =
    rest.format ??
    ((value: number | null) => (value === null ? t('fewerThanFive') : formatNumber(value, language)))
  const nameOf = (id: number) => governorates[id - 1]?.name[language] ?? ''
  const describe = (id: number) => (values ? `${nameOf(id)}: ${format(values.get(id) ?? null)}` : nameOf(id))
  const steps = stepsOf(values)
  const stripes = useId()
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
        <Stripes id={stripes} />
        {governorateShapes.map(({ id, path }) => (
          <path
            key={id}
            d={path}
            className={classNames(
              'ds-map-shape',
              values && stepClass(values.get(id) ?? null, steps),
              choose && 'ds-map-choice',
            )}
            data-governorate={id}
            {...(values && (values.get(id) ?? null) === null && { fill: `url(#${stripes})` })}
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
      {values && <Scale values={values} steps={steps} format={format} />}
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

type Values = NonNullable<Props['values']>

/**
 * The distinct figures above zero, in order. Colours follow the rank, because one large city would make all others
 * equal.
 */
const stepsOf = (values: Values | undefined): readonly number[] =>
  [...new Set(values?.values())]
    .filter((value) => (value ?? 0) > 0)
    .map(Number)
    .sort((a, b) => a - b)

function stepClass(value: number | null, steps: readonly number[]): string {
  return value === null ? 'ds-map-unknown' : `ds-map-step-${stepOf(value, steps)}`
}

/** From 0 for the figure zero to 5. */
const stepOf = (value: number, steps: readonly number[]): number =>
  Math.ceil(((steps.indexOf(value) + 1) / Math.max(1, steps.length)) * stepsOfColour)

/** Masked figures are striped, to differ from zero and from all colours. */
function Stripes({ id }: { id: string }) {
  return (
    <defs>
      <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="6" height="6" className="ds-map-stripe-ground" />
        <rect width="2" height="6" className="ds-map-stripe" />
      </pattern>
    </defs>
  )
}

type ScaleProps = { values: Values; steps: readonly number[]; format: (value: number | null) => string }

/** Each colour of the map with its range of figures. */
function Scale({ values, steps, format }: ScaleProps) {
  const t = useTranslator(designTexts.ui)
  const all = [...values.values()]
  const ranges = Array.from({ length: stepsOfColour }, (_, at) => ({
    step: at + 1,
    figures: steps.filter((value) => stepOf(value, steps) === at + 1),
  }))
  return (
    <div className="ds-map-scale ds-numbers" aria-hidden="true">
      {all.includes(0) && (
        <span className="ds-map-key">
          <span className="ds-map-scale-step ds-map-step-0" />
          {t('mapNone')}
        </span>
      )}
      {all.includes(null) && (
        <span className="ds-map-key">
          <span className="ds-map-scale-step ds-map-scale-stripes" />
          {format(null)}
        </span>
      )}
      {ranges
        .filter(({ figures }) => figures.length > 0)
        .map(({ step, figures: [least = 0, ...more] }) => (
          <span key={step} className="ds-map-key">
            <span className={`ds-map-scale-step ds-map-step-${step}`} />
            {more.length === 0 ? format(least) : `${format(least)} – ${format(more.at(-1) ?? least)}`}
          </span>
        ))}
    </div>
  )
}

type TableProps = {
  label: ReactNode
  values: ReadonlyMap<number, number | null>
  format: (value: number | null) => string
}

function ValueTable({ label, values, format }: TableProps) {
  const t = useTranslator(designTexts.ui)
  const language = useLanguage()
  return (
    <details className="ds-chart-data">
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
