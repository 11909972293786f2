import type { ReactNode } from 'react'
import { ChevronDownIcon, type IconComponent } from '../graphics/icons.tsx'
import './accordion.css'

type Props = {
  title: ReactNode
  icon?: IconComponent
  children: ReactNode
  open?: boolean
  /** The target of links: `#communication`. */
  id?: string
  level?: 2 | 3 | 4
}

/** One collapsible section that also works without scripts. Put several into `AccordionList`. */
export function Accordion({ title, icon: Glyph, children, open = false, id, level = 3 }: Props) {
  const Heading = `h${level}` as const
  return (
    <details className="ds-accordion" open={open} id={id}>
      <summary className="ds-accordion-summary">
        {Glyph && <Glyph className="ds-accordion-icon" />}
        <Heading className="ds-accordion-title">{title}</Heading>
        <ChevronDownIcon className="ds-accordion-chevron" />
      </summary>
      <div className="ds-accordion-body">{children}</div>
    </details>
  )
}

export function AccordionList({ children }: { children: ReactNode }) {
  return <div className="ds-accordions">{children}</div>
}
