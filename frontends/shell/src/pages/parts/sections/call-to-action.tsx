import type { ReactNode } from 'react'
import './call-to-action.css'

type Props = { title: ReactNode; text: ReactNode; actions: ReactNode }

/** The end of a page: the next step. */
export function CallToAction({ title, text, actions }: Props) {
  return (
    <section className="ds-page call">
      <div className="call-panel">
        <div className="call-texts">
          <h2 className="call-title">{title}</h2>
          <p className="call-text">{text}</p>
        </div>
        <div className="call-actions">{actions}</div>
      </div>
    </section>
  )
}
