import type { ReactNode } from 'react'
import './steps.css'

type Props = { steps: readonly { title: ReactNode; text?: ReactNode }[]; level?: 2 | 3 | 4; wide?: boolean }

/** Consecutive steps. */
export function Steps({ steps, level = 3, wide = false }: Props) {
  const Heading = `h${level}` as const
  return (
    <ol className={wide ? 'steps steps-wide' : 'steps'}>
      {steps.map(({ title, text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place in the order
        <li key={index} className="steps-step">
          <span className="steps-mark ds-numbers" aria-hidden="true">
            {index + 1}
          </span>
          <div className="steps-texts">
            <Heading className="steps-title">{title}</Heading>
            {text !== undefined && <p className="steps-text">{text}</p>}
          </div>
        </li>
      ))}
    </ol>
  )
}
