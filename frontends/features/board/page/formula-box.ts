import type { Formula } from './formula.ts'

export type Ink =
  | {
      readonly kind: 'sign'
      readonly text: string
      readonly x: number
      readonly y: number
      readonly size: number
      readonly italic: boolean
    }
  | {
      readonly kind: 'lines'
      readonly points: readonly (readonly [number, number])[]
      readonly width: number
    }

/** A laid-out formula. Its origin is the start of the baseline; `y` grows downwards. */
export type Box = {
  readonly width: number
  readonly above: number
  readonly below: number
  readonly inks: readonly Ink[]
}
/** The width of a text in the formula's font. */
export type Measure = (text: string, size: number, italic: boolean) => number

/** Computes the layout of a formula once, so that the screen, PNG and PDF use the same drawing. */
export function layFormula(formula: Formula, size: number, measure: Measure): Box {
  const lay = (part: Formula, factor = 1) => layFormula(part, Math.max(size * factor, 8), measure)
  switch (formula.kind) {
    case 'sign':
      return sign(formula, size, measure)
    case 'row':
      return beside(formula.items.map((item) => lay(item)))
    case 'fraction':
      return fraction(lay(formula.over, 0.85), lay(formula.under, 0.85), size)
    case 'root':
      return root(lay(formula.of), formula.degree && lay(formula.degree, 0.55), size)
    case 'scripts':
      return scripts(
        lay(formula.base),
        formula.above && lay(formula.above, 0.65),
        formula.below && lay(formula.below, 0.65),
        size,
      )
  }
}

function sign({ text, as }: Extract<Formula, { kind: 'sign' }>, size: number, measure: Measure): Box {
  const italic = as === 'letter'
  const spaced = as === 'operator' && !/[()[\]{}|,;!'°]/.test(text)
  const gap = spaced ? size * 0.22 : as === 'word' ? size * 0.1 : 0
  return {
    width: measure(text, size, italic) + 2 * gap,
    above: size * 0.75,
    below: size * 0.25,
    inks: [{ kind: 'sign', text, x: gap, y: 0, size, italic }],
  }
}

const tallest = (boxes: readonly Box[], side: 'above' | 'below', least = 0) =>
  boxes.reduce((most, box) => Math.max(most, box[side]), least)

function beside(boxes: readonly Box[]): Box {
  let width = 0
  const inks = boxes.flatMap((box) => {
    const placed = moved(box, width, 0)
    width += box.width
    return placed
  })
  return { width, above: tallest(boxes, 'above'), below: tallest(boxes, 'below'), inks }
}

function fraction(over: Box, under: Box, size: number): Box {
  const width = Math.max(over.width, under.width) + size * 0.4
  const axis = -size * 0.28
  const gap = size * 0.12
  const overY = axis - gap - over.below
  const underY = axis + gap + under.above
  return {
    width,
    above: over.above - overY,
    below: under.below + underY,
    inks: [
      ...moved(over, (width - over.width) / 2, overY),
      ...moved(under, (width - under.width) / 2, underY),
      bar(
        [
          [size * 0.08, axis],
          [width - size * 0.08, axis],
        ],
        size,
      ),
    ],
  }
}

function root(of: Box, degree: Box | null, size: number): Box {
  const hook = size * 0.55
  const start = Math.max(0, (degree?.width ?? 0) - hook * 0.5)
  const top = -of.above - size * 0.12
  const width = start + hook + of.width + size * 0.1
  const degreeY = -of.above * 0.45
  return {
    width,
    above: Math.max(-top + size * 0.06, degree ? degree.above - degreeY : 0),
    below: of.below,
    inks: [
      ...(degree ? moved(degree, 0, degreeY) : []),
      ...moved(of, start + hook, 0),
      bar(
        [
          [start, -size * 0.25],
          [start + hook * 0.3, -size * 0.32],
          [start + hook * 0.55, of.below * 0.8],
          [start + hook * 0.9, top],
          [width, top],
        ],
        size,
      ),
    ],
  }
}

function scripts(base: Box, above: Box | null, below: Box | null, size: number): Box {
  const upY = -(base.above - size * 0.3)
  const downY = base.below + size * 0.1
  return {
    width: base.width + Math.max(above?.width ?? 0, below?.width ?? 0) + size * 0.04,
    above: Math.max(base.above, above ? above.above - upY : 0),
    below: Math.max(base.below, below ? below.below + downY : 0),
    inks: [
      ...base.inks,
      ...(above ? moved(above, base.width, upY) : []),
      ...(below ? moved(below, base.width, downY) : []),
    ],
  }
}

const bar = (points: readonly (readonly [number, number])[], size: number): Ink => ({
  kind: 'lines',
  points,
  width: Math.max(size * 0.05, 1),
})

const moved = ({ inks }: Box, dx: number, dy: number): Ink[] =>
  inks.map((ink) =>
    ink.kind === 'sign'
      ? { ...ink, x: ink.x + dx, y: ink.y + dy }
      : { ...ink, points: ink.points.map(([x, y]): readonly [number, number] => [x + dx, y + dy]) },
  )
