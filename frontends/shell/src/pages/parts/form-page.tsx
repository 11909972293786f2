import type { ReactNode } from 'react'
import './form-page.css'

type Props = {
  title: ReactNode
  lead?: ReactNode
  picture?: ReactNode
  /** The first line of the card. */
  above?: ReactNode
  children: ReactNode
  below?: ReactNode
}

/** One short form or message in the middle of the page. */
export function FormPage({ title, lead, picture, above, children, below }: Props) {
  return (
    <div className="ds-page form-page">
      <div className="form-page-card">
        {above}
        {picture !== undefined && <div className="form-page-picture">{picture}</div>}
        <header className="form-page-head">
          <h1>{title}</h1>
          {lead !== undefined && <p className="ds-soft">{lead}</p>}
        </header>
        {children}
      </div>
      {below}
    </div>
  )
}
