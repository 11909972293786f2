import { pageSize } from './board-object.ts'
import type { Measure } from './formula-box.ts'
import type { Point } from './points.ts'

const lineHeight = 1.4
const margin = 12
const narrowest = 160

type TextBlock = {
  readonly lines: readonly string[]
  readonly rightToLeft: boolean
  readonly width: number
  readonly height: number
}

/** The direction follows the first letter. A French word in an Arabic line then stays in place. */
export const isRightToLeft = (text: string): boolean => /^[^\p{L}]*[\u0590-\u08ff\ufb1d-\ufefc]/u.test(text)

/** Breaks a text between words at the page's edge. The canvas shapes each line, so that letters join. */
export function textBlock(text: string, at: Point, size: number, measure: Measure): TextBlock {
  const rightToLeft = isRightToLeft(text)
  const room = Math.max((rightToLeft ? at.x : pageSize.width - at.x) - margin, narrowest)
  const lines = text.split('\n').flatMap((line) => broken(line, (part) => measure(part, size, false) <= room))
  const width = Math.max(0, ...lines.map((line) => measure(line, size, false)))
  return { lines, rightToLeft, width, height: lines.length * size * lineHeight }
}

export const baseLine = (index: number, size: number): number => size * (index * lineHeight + 1.05)

function broken(line: string, fits: (part: string) => boolean): string[] {
  const lines: string[] = []
  let now = ''
  for (const word of line.split(' ')) {
    const longer = now === '' ? word : `${now} ${word}`
    if (now !== '' && !fits(longer)) {
      lines.push(now)
      now = word
    } else now = longer
  }
  return [...lines, now]
}
