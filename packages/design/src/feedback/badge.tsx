import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import type { IconComponent } from '../graphics/icons.tsx'
import './badge.css'

export type Tone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger'

type Props = { tone?: Tone; icon?: IconComponent; children: ReactNode; className?: string }

/** A short status: "Approved", "Pending". The text carries the meaning, the colour repeats it. */
export function Badge({ tone = 'neutral', icon: Glyph, children, className }: Props) {
  return (
    <span className={classNames('ds-badge', `ds-badge-${tone}`, className)}>
      {Glyph && <Glyph />}
      {children}
    </span>
  )
}

/** A count on a tab or a bell; nothing at zero. `label` says what is counted. */
export function CountBadge({ count, label }: { count: number; label?: string }) {
  if (count <= 0) return null
  return (
    <span className="ds-count">
      <span aria-hidden={label !== undefined}>{count > 99 ? '99+' : count}</span>
      {label !== undefined && <span className="ds-hidden">{label}</span>}
    </span>
  )
}
