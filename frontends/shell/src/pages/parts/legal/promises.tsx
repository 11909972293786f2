import type { ReactNode } from 'react'
import { Commitments } from '../sections/commitments.tsx'
import './legal-page.css'

type Props<Name extends string> = {
  title: string
  text?: ReactNode
  t: (key: Name | `${Name}Value`) => string
  names: readonly Name[]
}

/** The response times of spec §9: each name is a text, with its time under `<name>Value`. */
export function Promises<Name extends string>({ title, text, t, names }: Props<Name>) {
  return (
    <section className="legal-promises">
      <h2>{title}</h2>
      {text !== undefined && <p className="ds-soft">{text}</p>}
      <Commitments items={names.map((name) => ({ label: t(name), value: t(`${name}Value`) }))} />
    </section>
  )
}
