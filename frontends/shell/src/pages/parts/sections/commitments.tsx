import type { ReactNode } from 'react'
import './commitments.css'

/** Our commitments as figures that can be checked. */
export function Commitments({ items }: { items: readonly { value: ReactNode; label: ReactNode }[] }) {
  return (
    <dl className="commitments">
      {items.map(({ value, label }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a fixed list
        <div key={index} className="commitments-one">
          <dt>{label}</dt>
          <dd className="ds-numbers">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
