import { initials } from '@darsi/contracts/rules/texts/initials.ts'
import { useState } from 'react'
import './avatar.css'

type Props = {
  name: string
  /** Address of a photo; without one, or if it cannot be loaded, initials are displayed. */
  photo?: string | null
  size?: 'sm' | 'md' | 'lg' | 'xl'
}

/**
 * The photo of a person, or the initials on one of six backgrounds, chosen by a hash of the name. Decoration only: the
 * name is shown beside it.
 */
export function Avatar({ name, photo = null, size = 'md' }: Props) {
  const [missing, setMissing] = useState<string | null>(null)
  if (photo !== null && photo !== missing)
    return (
      <img
        className={`ds-avatar ds-avatar-${size}`}
        src={photo}
        alt=""
        loading="lazy"
        onError={() => setMissing(photo)}
      />
    )
  return (
    <span className={`ds-avatar ds-avatar-${size} ds-avatar-tint-${tint(name)}`} aria-hidden="true">
      {initials(name)}
    </span>
  )
}

function tint(name: string): number {
  let sum = 0
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973
  return sum % 6
}
