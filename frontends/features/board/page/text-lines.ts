import { pageSize } from './board-object.ts'
import type { Measure } from './formula-box.ts'
import { edge, type Frame, onPage } from './moving.ts'
import type { Point } from './points.ts'

const lineHeight = 1.4
const narrowest = 160
const widest = pageSize.width - 2 * edge

type TextLine = {
  readonly text: string
  readonly rightToLeft: boolean
  /** Begins at the right edge of the block. */
  readonly fromRight: boolean
}
type TextBlock = {
  readonly lines: readonly TextLine[]
  readonly frame: Frame
}

/** The direction follows the first letter. A French word in an Arabic line then stays in place. */
export const isRightToLeft = (text: string): boolean => /^[^\p{L}]*[\u0590-\u08ff\ufb1d-\ufefc]/u.test(text)

/**
 * Breaks a text between words at the page's edge. The canvas shapes each line, so that letters join. Each line has a
 * direction of its own, so that the full stop of a French one is at its end below an Arabic one. A block that begins too
 * near the edge is moved onto the page.
 */
export function textBlock(text: string, at: Point, size: number, measure: Measure): TextBlock {
  const widthOf = (part: string) => measure(part, size, false)
  const rightToLeft = isRightToLeft(text)
  const beside = (rightToLeft ? at.x : pageSize.width - at.x) - edge
  const longestWord = Math.max(...text.split(/\s/).map(widthOf))
  const room = Math.min(Math.max(beside, narrowest, longestWord), widest)
  const lines = text.split('\n').flatMap((line) => {
    const own = isRightToLeft(line)
    // digits alone are read from the left, and stay at the side of the others
    const fromRight = /\p{L}/u.test(line) ? own : rightToLeft
    return broken(line, (part) => widthOf(part) <= room).map((part) => ({
      text: part,
      rightToLeft: own,
      fromRight,
    }))
  })
  const width = Math.max(0, ...lines.map((line) => widthOf(line.text)))
  const height = lines.length * size * lineHeight
  return { lines, frame: onPage({ x: rightToLeft ? at.x - width : at.x, y: at.y, width, height }) }
}

export const baseLine = (index: number, size: number): number => size * (index * lineHeight + 1.05)

function broken(line: string, fits: (part: string) => boolean): string[] {
  const lines: string[] = []
  let now = ''
  for (const word of line.split(' ').flatMap((each) => (fits(each) ? [each] : pieces(each, fits)))) {
    const longer = now === '' ? word : `${now} ${word}`
    if (now !== '' && !fits(longer)) {
      lines.push(now)
      now = word
    } else now = longer
  }
  return [...lines, now]
}

/** Of a word that is wider than the page. */
function pieces(word: string, fits: (part: string) => boolean): string[] {
  const parts: string[] = []
  let now = ''
  // a letter with its marks
  for (const letter of word.match(/\P{M}\p{M}*/gu) ?? []) {
    if (now !== '' && !fits(now + letter)) {
      parts.push(now)
      now = ''
    }
    now += letter
  }
  return [...parts, now]
}
