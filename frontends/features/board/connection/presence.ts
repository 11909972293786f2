import { type Ink, inks } from '../page/board-object.ts'
import type { Point } from '../page/points.ts'
import type { SharedView } from '../page/view.ts'

/** The presence of one browser, never stored: its pointer, its unfinished stroke, its visible area. */
export type Presence = {
  readonly user: string
  readonly page: string
  readonly laser: Point | null
  /** The last points of an unfinished stroke. */
  readonly stroke: { readonly ink: Ink; readonly points: readonly Point[] } | null
  readonly view: SharedView | null
  /** The most that this browser can receive of the others; null without a call. */
  readonly receives: Level | null
  /** This browser's connection; null without a call. */
  readonly line: Line | null
}
/** What a call sends besides the board, from most to least. Audio is never stopped. */
export type Level = (typeof levels)[number]
/** The quality of a browser's connection. */
export type Line = (typeof lines)[number]

export const levels = ['large-video', 'video', 'small-video', 'voice', 'thin-voice'] as const
const lines = ['good', 'poor', 'lost'] as const

const longestTail = 40

export const tailOf = (points: readonly Point[]): readonly Point[] =>
  points.slice(-longestTail).map(({ x, y }) => ({ x: Math.round(x), y: Math.round(y) }))

/** Comes from another person's browser, so every field is checked. */
export function readPresence(state: unknown): Presence | null {
  const fields = record(state)
  if (fields === null || typeof fields['user'] !== 'string' || typeof fields['page'] !== 'string') return null
  const stroke = record(fields['stroke'])
  const points = Array.isArray(stroke?.['points']) ? stroke['points'].slice(0, longestTail) : []
  return {
    user: fields['user'],
    page: fields['page'],
    laser: point(fields['laser']),
    stroke: stroke && {
      ink: inks.find((ink) => ink === stroke['ink']) ?? 'text',
      points: points.map(point).filter((each) => each !== null),
    },
    view: view(fields['view']),
    receives: levels.find((level) => level === fields['receives']) ?? null,
    line: lines.find((line) => line === fields['line']) ?? null,
  }
}

const record = (value: unknown): Readonly<Record<string, unknown>> | null =>
  typeof value === 'object' && value !== null ? { ...value } : null

function point(value: unknown): Point | null {
  const { x, y } = record(value) ?? {}
  return isNumber(x) && isNumber(y) ? { x, y } : null
}

function view(value: unknown): SharedView | null {
  const { x, y, w, h } = record(value) ?? {}
  return isNumber(x) && isNumber(y) && isNumber(w) && isNumber(h) ? { x, y, w, h } : null
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)
