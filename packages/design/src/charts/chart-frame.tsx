import { formatNumber } from '@darsi/contracts/reference/i18n/formats.ts'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useDirection, useLanguage, useTranslator } from '../i18n/i18n.tsx'
import { designTexts } from '../i18n/texts.ts'
import './chart.css'

export type Series = { id: string; name: string; values: readonly (number | null)[] }

export type ChartProps = {
  caption: ReactNode
  /** The labels along the axis: days, weeks, names. */
  labels: readonly string[]
  /** At most four, so that their colours differ clearly. */
  series: readonly Series[]
  format?: (value: number) => string
  height?: number
  /** The heading of the label column in the table. */
  labelHeader?: string
}

type Plot = {
  x: (index: number) => number
  y: (value: number) => number
  band: number
  /** 1 or -1: the direction of the line */
  flow: number
}

const margin = { top: 12, bottom: 30, axis: 44, end: 14 }

/** Caption, axes, legend and the table behind a chart; `children` draw the data. */
export function ChartFrame({ children, ...props }: ChartProps & { children: (plot: Plot) => ReactNode }) {
  const { caption, labels, series, height = 240 } = props
  const t = useTranslator(designTexts.ui)
  const language = useLanguage()
  const rtl = useDirection() === 'rtl'
  const [ref, width] = useWidth<HTMLDivElement>(640)
  const write = props.format ?? ((value: number) => formatNumber(value, language))
  const values = series.flatMap((each) => each.values).filter((value) => value !== null)
  if (values.length === 0) {
    return (
      <figure className="ds-chart">
        <figcaption className="ds-chart-caption">{caption}</figcaption>
        <p className="ds-chart-none">{t('notEnoughData')}</p>
      </figure>
    )
  }
  const ticks = niceTicks(Math.max(...values))
  const top = ticks.at(-1) ?? 1
  const band = (width - margin.axis - margin.end) / Math.max(1, labels.length)
  const flow = rtl ? -1 : 1
  const start = rtl ? width - margin.axis : margin.axis
  const plot: Plot = {
    band,
    flow,
    x: (index) => start + flow * band * (index + 0.5),
    y: (value) => height - margin.bottom - (value / top) * (height - margin.top - margin.bottom),
  }
  const every = Math.ceil(62 / band)
  return (
    <figure className="ds-chart">
      <figcaption className="ds-chart-caption">{caption}</figcaption>
      {series.length > 1 && <Legend series={series} />}
      <div ref={ref} className="ds-chart-plot">
        <svg
          width={width}
          height={height}
          viewBox={`0 0 ${width} ${height}`}
          aria-hidden="true"
          focusable="false"
        >
          {ticks.map((tick) => (
            <g key={tick}>
              <line
                className="ds-chart-grid"
                x1={start}
                x2={rtl ? margin.end : width - margin.end}
                y1={plot.y(tick)}
                y2={plot.y(tick)}
              />
              <text
                className="ds-chart-text"
                x={start - flow * 8}
                y={plot.y(tick) + 4}
                textAnchor={rtl ? 'start' : 'end'}
                direction="ltr"
              >
                {write(tick)}
              </text>
            </g>
          ))}
          {labels.map((label, index) =>
            index % every === 0 ? (
              <text
                key={label}
                className="ds-chart-text"
                x={plot.x(index)}
                y={height - 8}
                textAnchor="middle"
              >
                {label}
              </text>
            ) : null,
          )}
          {children(plot)}
        </svg>
      </div>
      <DataTable {...props} write={write} />
    </figure>
  )
}

function Legend({ series }: { series: readonly Series[] }) {
  return (
    <ul className="ds-chart-legend" aria-hidden="true">
      {series.map((each, order) => (
        <li key={each.id} className={`ds-chart-series-${order % 4}`}>
          <span className="ds-chart-swatch" />
          {each.name}
        </li>
      ))}
    </ul>
  )
}

function DataTable({
  caption,
  labels,
  series,
  labelHeader,
  write,
}: ChartProps & { write: (value: number) => string }) {
  const t = useTranslator(designTexts.ui)
  return (
    <details className="ds-chart-data">
      <summary>{t('showAsTable')}</summary>
      <div className="ds-chart-scroll">
        <table>
          <caption className="ds-hidden">{caption}</caption>
          <thead>
            <tr>
              <th scope="col">{labelHeader ?? <span className="ds-hidden">{caption}</span>}</th>
              {series.map((each) => (
                <th key={each.id} scope="col">
                  {each.name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {labels.map((label, index) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                {series.map((each) => {
                  const value = each.values[index] ?? null
                  return <td key={each.id}>{value === null ? '–' : write(value)}</td>
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}

/** Round axis values from 0 to just above the largest. */
export function niceTicks(largest: number): number[] {
  const most = largest <= 0 ? 1 : largest
  const rough = most / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power
  const whole = Number.isInteger(largest) ? Math.max(1, Math.ceil(step)) : step
  return Array.from({ length: Math.ceil(most / whole) + 1 }, (_, tick) =>
    Number((tick * whole).toPrecision(12)),
  )
}

/** The current width of an element in pixels; `initial` before it is measured (and on the server). */
function useWidth<E extends Element>(initial: number): [RefObject<E | null>, number] {
  const ref = useRef<E>(null)
  const [width, setWidth] = useState(initial)
  useEffect(() => {
    const element = ref.current
    if (!element || typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(([entry]) => {
      if (entry && entry.contentRect.width > 0) setWidth(Math.round(entry.contentRect.width))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, width]
}
