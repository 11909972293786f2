import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import * as art from './art-colours.ts'
import './illustrations.css'

export type SceneProps = { className?: string }

/** Drawn with the tokens' colours, so it follows the theme. Decoration only: the text says the same. */
export function Scene({
  box = '0 0 480 380',
  className,
  children,
}: SceneProps & { box?: string; children: ReactNode }) {
  return (
    <svg
      className={classNames('ds-scene', className)}
      viewBox={box}
      fill="none"
      aria-hidden="true"
      focusable="false"
    >
      {children}
    </svg>
  )
}

type LineProps = ComponentProps<'path'> & { colour: string; width: string }

/** A line with round ends. */
export const Line = ({ colour, width, ...path }: LineProps) => (
  <path stroke={colour} strokeWidth={width} strokeLinecap="round" {...path} />
)

/** A shape with an outline. */
export const Outlined = ({ width = '3', ...path }: ComponentProps<'path'>) => (
  <path stroke={art.line} strokeWidth={width} strokeLinejoin="round" {...path} />
)
