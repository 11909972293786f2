import { formatNumber } from '@darsi/contracts/reference/i18n/formats.ts'
import type { ReactNode } from 'react'
import { useLanguage } from '../i18n/i18n.tsx'
import { ChartFrame, type ChartProps, type Series } from './chart-frame.tsx'
import { ShareBar } from './share-bar.tsx'
import './chart.css'

export function LineChart(props: ChartProps) {
  return (
    <ChartFrame {...props}>
      {({ x, y }) =>
        props.series.map((series, order) => (
          <g key={series.id} className={`ds-chart-series-${order % 4}`}>
            {runs(series.values).map((run) => (
              <polyline
                key={run[0]?.index}
                className="ds-chart-line"
                points={run.map(({ index, value }) => `${x(index)},${y(value)}`).join(' ')}
              />
            ))}
            {series.values.map((value, index) =>
              value === null ? null : (
                // biome-ignore lint/suspicious/noArrayIndexKey: a point is its place on the line
                <circle key={index} className="ds-chart-point" cx={x(index)} cy={y(value)} r="4">
                  <title>{pointTitle(props, series, index, value)}</title>
                </circle>
              ),
            )}
          </g>
        ))
      }
    </ChartFrame>
  )
}

export function BarChart(props: ChartProps) {
  const count = props.series.length
  return (
    <ChartFrame {...props}>
      {({ x, y, band, flow }) => {
        const width = Math.min(48, (band * 0.64) / count)
        return props.series.map((series, order) => (
          <g key={series.id} className={`ds-chart-series-${order % 4}`}>
            {series.values.map((value, index) => {
              if (value === null) return null
              const middle = x(index) + flow * (order - (count - 1) / 2) * width
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place on the line
                <g key={index}>
                  <rect
                    className="ds-chart-bar"
                    x={middle - width / 2 + 1}
                    y={y(value)}
                    width={Math.max(2, width - 2)}
                    height={Math.max(0, y(0) - y(value))}
                    rx="3"
                  >
                    <title>{pointTitle(props, series, index, value)}</title>
                  </rect>
                </g>
              )
            })}
          </g>
        ))
      }}
    </ChartFrame>
  )
}

type Ranked = { id: string; label: ReactNode; value: number }

/** Horizontal bars for shares and rankings, as a table that shows its lengths. */
export function RankedBars({
  caption,
  rows,
  format,
}: {
  caption: ReactNode
  rows: readonly Ranked[]
  format?: (value: number) => string
}) {
  const language = useLanguage()
  const write = format ?? ((value: number) => formatNumber(value, language))
  const most = Math.max(1, ...rows.map((row) => row.value))
  return (
    <table className="ds-ranked">
      <caption className="ds-chart-caption">{caption}</caption>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <th scope="row">{row.label}</th>
            <td aria-hidden="true">
              <ShareBar share={(row.value / most) * 100} className="ds-ranked-bar" />
            </td>
            <td className="ds-ranked-value ds-numbers">{write(row.value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function pointTitle({ labels, format = String }: ChartProps, series: Series, index: number, value: number) {
  return `${labels[index] ?? ''}, ${series.name}: ${format(value)}`
}

/** Segments without gaps: no line is drawn where a figure is missing. */
function runs(values: readonly (number | null)[]) {
  const found: { index: number; value: number }[][] = []
  values.forEach((value, index) => {
    if (value === null) return
    const last = found.at(-1)
    if (last?.at(-1)?.index === index - 1) last.push({ index, value })
    else found.push([{ index, value }])
  })
  return found
}
