import type { ReactNode } from 'react'
import './hero.css'

type Props = {
  title: ReactNode
  lead: ReactNode
  /** A short line above the title. */
  above?: ReactNode
  actions?: ReactNode
  picture?: ReactNode
  children?: ReactNode
}

/** The start of a page: title, text, actions and a picture. */
export function Hero({ title, lead, above, actions, picture, children }: Props) {
  return (
    <header className={picture === undefined ? 'ds-page hero' : 'ds-page hero hero-pictured'}>
      <div className="hero-texts">
        {above !== undefined && <p className="hero-above">{above}</p>}
        <h1 className="hero-title">{title}</h1>
        <p className="hero-lead">{lead}</p>
        {actions !== undefined && <div className="hero-actions">{actions}</div>}
        {children}
      </div>
      {picture !== undefined && <div className="hero-picture">{picture}</div>}
    </header>
  )
}
