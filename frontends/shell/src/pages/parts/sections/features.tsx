import type { IconComponent } from '@darsi/design/graphics/icons.tsx'
import type { ReactNode } from 'react'
import './features.css'

type Feature = { icon: IconComponent; title: ReactNode; text: ReactNode; more?: ReactNode }

type Props = {
  features: readonly Feature[]
  level?: 3 | 4
  /** `cards` for independent items, `plain` for a row of related ones. */
  look?: 'plain' | 'cards'
}

/** Several items of equal rank, each with an icon. */
export function Features({ features, level = 3, look = 'plain' }: Props) {
  const Heading = `h${level}` as const
  return (
    <ul className={`features features-${look}`}>
      {features.map(({ icon: Glyph, title, text, more }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a fixed list
        <li key={index} className="features-one">
          <span className="features-sign" aria-hidden="true">
            <Glyph />
          </span>
          <div className="features-texts">
            <Heading className="features-title">{title}</Heading>
            <p className="features-text">{text}</p>
            {more}
          </div>
        </li>
      ))}
    </ul>
  )
}

/** Items whose title is the text `name` and whose text is `nameText`. */
export const named = <Name extends string>(
  items: readonly (readonly [Name, IconComponent])[],
  t: (key: Name | `${Name}Text`) => string,
): Feature[] => items.map(([name, icon]) => ({ icon, title: t(name), text: t(`${name}Text`) }))
