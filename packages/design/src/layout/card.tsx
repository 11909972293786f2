import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import type { Tone } from '../feedback/badge.tsx'
import type { IconComponent } from '../graphics/icons.tsx'
import './card.css'

type CardProps = {
  title?: ReactNode
  /** Beside the title: a badge, a menu. */
  aside?: ReactNode
  children?: ReactNode
  /** Buttons at the bottom. */
  actions?: ReactNode
  level?: 2 | 3 | 4
  as?: 'section' | 'article' | 'div' | 'li'
  /** `plain` has no frame, `sunken` a darker background. */
  variant?: 'raised' | 'flat' | 'sunken'
  className?: string
}

export function Card({
  title,
  aside,
  children,
  actions,
  level = 2,
  as: Element = 'section',
  variant = 'flat',
  className,
}: CardProps) {
  const Heading = `h${level}` as const
  return (
    <Element className={classNames('ds-card', `ds-card-${variant}`, className)}>
      {(title !== undefined || aside !== undefined) && (
        <div className="ds-card-head">
          {title !== undefined && <Heading className="ds-card-title">{title}</Heading>}
          {aside}
        </div>
      )}
      {children}
      {actions !== undefined && <div className="ds-card-actions">{actions}</div>}
    </Element>
  )
}

type StatCardProps = {
  label: ReactNode
  /** Formatted in the page's language; a dash or text if there is no figure. */
  value: ReactNode
  hint?: ReactNode
  icon?: IconComponent
  tone?: Tone
  className?: string
}

/** One figure with its label. */
export function StatCard({ label, value, hint, icon: Glyph, tone = 'accent', className }: StatCardProps) {
  return (
    <div className={classNames('ds-stat', `ds-stat-${tone}`, className)}>
      {Glyph && (
        <div className="ds-stat-icon" aria-hidden="true">
          <Glyph />
        </div>
      )}
      <dl className="ds-stat-texts">
        <dt className="ds-stat-label">{label}</dt>
        <dd className="ds-stat-value">{value}</dd>
        {hint !== undefined && <dd className="ds-stat-hint">{hint}</dd>}
      </dl>
    </div>
  )
}
