import type { ReactNode } from 'react'
import './icons.css'

type IconProps = {
  /** The accessible name; without it the icon is decoration. */
  label?: string
  className?: string
}
export type IconComponent = (props: IconProps) => ReactNode

type Drawing = IconProps & {
  /** The path of the lines. It is drawn after the shapes in `children`. */
  d?: string
  children?: ReactNode
  mirrored?: boolean
}

/** 24 × 24, drawn with lines of 1.75 in the colour of the text and scaled with the font. */
export function Icon({ label, className = '', mirrored = false, d, children }: Drawing) {
  const drawing = (
    <>
      {children}
      {d && <path d={d} />}
    </>
  )
  const shared = {
    className: `ds-icon ${mirrored ? 'ds-icon-mirrored' : ''} ${className}`,
    viewBox: '0 0 24 24',
    focusable: false,
  }
  return label === undefined ? (
    <svg {...shared} aria-hidden="true">
      {drawing}
    </svg>
  ) : (
    <svg {...shared} role="img" aria-label={label}>
      {drawing}
    </svg>
  )
}
