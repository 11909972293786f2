import type { ReactNode } from 'react'
import './icons.css'

type IconProps = {
  /** The accessible name; without it the icon is decoration. */
  label?: string
  className?: string
}
export type IconComponent = (props: IconProps) => ReactNode

type Drawing = IconProps & { children: ReactNode; mirrored?: boolean }

/** 24 × 24, drawn with lines of 1.75 in the colour of the text and scaled with the font. */
export function Icon({ label, className = '', mirrored = false, children }: Drawing) {
  const shared = {
    className: `ds-icon ${mirrored ? 'ds-icon-mirrored' : ''} ${className}`,
    viewBox: '0 0 24 24',
    focusable: false,
  }
  return label === undefined ? (
    <svg {...shared} aria-hidden="true">
      {children}
    </svg>
  ) : (
    <svg {...shared} role="img" aria-label={label}>
      {children}
    </svg>
  )
}
