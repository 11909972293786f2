import type { ReactNode } from 'react'
import { Commitments } from '../sections/commitments.tsx'
import './legal-page.css'

type Props = {
  title: string
  text?: ReactNode
  items: readonly { value: string; label: string }[]
}

/** The response times of spec §9. */
export function Promises({ title, text, items }: Props) {
  return (
    <section className="legal-promises">
      <h2>{title}</h2>
      {text !== undefined && <p className="ds-soft">{text}</p>}
      <Commitments items={items} />
    </section>
  )
}
