import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import './empty-state.css'

type Props = {
  title: ReactNode
  children?: ReactNode
  /** A picture or an icon above the title. */
  picture?: ReactNode
  actions?: ReactNode
  /** The level of the heading. */
  level?: 2 | 3 | 4
  className?: string
}

/** An empty list or a failure: says why, and offers the next step. */
export function EmptyState({ title, children, picture, actions, level = 3, className }: Props) {
  const Heading = `h${level}` as const
  return (
    <div className={classNames('ds-empty', className)}>
      {picture !== undefined && <div className="ds-empty-picture">{picture}</div>}
      <Heading className="ds-empty-title">{title}</Heading>
      {children !== undefined && <div className="ds-empty-texts">{children}</div>}
      {actions !== undefined && <div className="ds-empty-actions">{actions}</div>}
    </div>
  )
}
