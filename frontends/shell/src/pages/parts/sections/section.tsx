import { classNames } from '@darsi/design/class-names.ts'
import { type ReactNode, useId } from 'react'
import './section.css'

type Props = {
  title: ReactNode
  lead?: ReactNode
  children: ReactNode
  /** `sunken` has a darker background over the whole width. */
  tone?: 'plain' | 'sunken'
  /** Shown beside the text on a wide screen. */
  picture?: ReactNode
  /** The target of links to this section. */
  id?: string
}

export function Section({ title, lead, children, tone = 'plain', picture, id }: Props) {
  const heading = useId()
  return (
    <section id={id} className={`section section-${tone}`} aria-labelledby={heading}>
      <div className={classNames('ds-page section-page', picture !== undefined && 'section-pictured')}>
        <div className="section-texts">
          <div className="section-head">
            <h2 id={heading} className="section-title">
              {title}
            </h2>
            {lead !== undefined && <p className="section-lead">{lead}</p>}
          </div>
          {children}
        </div>
        {picture !== undefined && <div className="section-picture">{picture}</div>}
      </div>
    </section>
  )
}
