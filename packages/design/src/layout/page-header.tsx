import type { ReactNode } from 'react'
import './page-header.css'

type Props = { title: ReactNode; children?: ReactNode; actions?: ReactNode; level?: 1 | 2 }

/** The title of a page or tab, with a sentence and actions. */
export function PageHeader({ title, children, actions, level = 1 }: Props) {
  const Heading = `h${level}` as const
  return (
    <div className="ds-page-header">
      <div className="ds-page-header-texts">
        <Heading className={`ds-page-header-${level}`}>{title}</Heading>
        {children !== undefined && <div className="ds-page-header-lead">{children}</div>}
      </div>
      {actions !== undefined && <div className="ds-row">{actions}</div>}
    </div>
  )
}
