import type { IconComponent } from '@darsi/design/graphics/icons.tsx'
import './jump-links.css'

type Props = { label: string; links: readonly { to: string; icon: IconComponent; label: string }[] }

/** Links to the sections of a long page. */
export function JumpLinks({ label, links }: Props) {
  return (
    <nav className="jump" aria-label={label}>
      {links.map(({ to, icon: Glyph, label }) => (
        <a key={to} className="jump-link" href={`#${to}`}>
          <Glyph /> {label}
        </a>
      ))}
    </nav>
  )
}
