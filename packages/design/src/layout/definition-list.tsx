import type { ReactNode } from 'react'
import './definition-list.css'

export type Definition = { term: ReactNode; value: ReactNode; id?: string }

/** A list of labels and values, side by side, or below each other on a phone. */
export function DefinitionList({ items }: { items: readonly Definition[] }) {
  return (
    <dl>
      {items.map((item, index) => (
        <div className="ds-definition" key={item.id ?? index}>
          <dt>{item.term}</dt>
          <dd>{item.value}</dd>
        </div>
      ))}
    </dl>
  )
}
