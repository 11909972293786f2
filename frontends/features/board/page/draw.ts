import { getStroke } from 'perfect-freehand'
import {
  type BoardObject,
  type Ink,
  isShape,
  isStroke,
  type Paper,
  type Picture,
  pageSize,
  type Shape,
  type Stroke,
  type Written,
} from './board-object.ts'
import { parseFormula } from './formula.ts'
import { layFormula, type Measure } from './formula-box.ts'
import { onPage } from './moving.ts'
import type { Point } from './points.ts'
import { linesOf, square } from './shapes.ts'
import { baseLine, textBlock } from './text-lines.ts'

export type Palette = {
  readonly inks: Readonly<Record<Ink, string>>
  readonly paper: string
  readonly grid: string
  readonly font: string
}
type Canvas = CanvasRenderingContext2D

export type Drawing = {
  readonly context: Canvas
  readonly palette: Palette
  /** Null for a picture that is not loaded yet. */
  readonly pictureOf: (file: string) => ImageBitmap | null
}

export const measureOn =
  (context: Canvas, font: string): Measure =>
  (text, size, italic) => {
    context.font = fontOf(size, font, italic)
    return context.measureText(text).width
  }

export function drawPaper({ context, palette }: Drawing, paper: Paper): void {
  context.fillStyle = palette.paper
  context.fillRect(0, 0, pageSize.width, pageSize.height)
  if (paper === 'blank') return
  context.beginPath()
  for (let y = square; y < pageSize.height; y += square) {
    context.moveTo(0, y)
    context.lineTo(pageSize.width, y)
  }
  for (let x = square; paper === 'squared' && x < pageSize.width; x += square) {
    context.moveTo(x, 0)
    context.lineTo(x, pageSize.height)
  }
  context.strokeStyle = palette.grid
  context.lineWidth = 1
  context.stroke()
}

export function drawObject(drawing: Drawing, object: BoardObject): void {
  if (isStroke(object)) drawStroke(drawing, object)
  else if (isShape(object)) drawShape(drawing, object)
  else if (object.kind === 'picture') drawPicture(drawing, object)
  else drawWritten(drawing, object)
}

const outlines = new WeakMap<Stroke, Path2D>()

function drawStroke({ context, palette }: Drawing, stroke: Stroke): void {
  const path = outlines.get(stroke) ?? outlineOf(stroke)
  outlines.set(stroke, path)
  context.fillStyle = palette.inks[stroke.ink]
  context.globalAlpha = stroke.kind === 'marker' ? 0.35 : 1
  context.fill(path)
  context.globalAlpha = 1
}

/** The outline of a stroke. Its width follows the pressure, or the speed where the device reports no pressure. */
function outlineOf({ kind, points, width }: Stroke): Path2D {
  const marker = kind === 'marker'
  const hasPressure = points.some(({ pressure }) => pressure !== undefined)
  const outline = getStroke(
    points.map(({ x, y, pressure = 0.5 }) => [x, y, pressure]),
    {
      size: marker ? width * 4 : width * 1.6,
      thinning: marker ? 0 : 0.5,
      simulatePressure: !hasPressure && !marker,
      streamline: 0.35,
      last: true,
    },
  )
  const path = new Path2D()
  for (const [index, [x = 0, y = 0]] of outline.entries()) {
    const [nextX = x, nextY = y] = outline[(index + 1) % outline.length] ?? []
    if (index === 0) path.moveTo((x + nextX) / 2, (y + nextY) / 2)
    else path.quadraticCurveTo(x, y, (x + nextX) / 2, (y + nextY) / 2)
  }
  path.closePath()
  return path
}

function drawShape({ context, palette }: Drawing, shape: Shape): void {
  context.strokeStyle = palette.inks[shape.ink]
  context.lineWidth = shape.width
  context.lineJoin = 'round'
  context.lineCap = 'round'
  context.beginPath()
  for (const line of linesOf(shape)) drawLine(context, line)
  context.stroke()
}

function drawLine(context: Canvas, line: readonly Point[]): void {
  for (const [index, { x, y }] of line.entries()) {
    if (index === 0) context.moveTo(x, y)
    else context.lineTo(x, y)
  }
}

function drawWritten({ context, palette }: Drawing, written: Written): void {
  const measure = measureOn(context, palette.font)
  context.fillStyle = palette.inks[written.ink]
  context.strokeStyle = palette.inks[written.ink]
  context.textBaseline = 'alphabetic'
  if (written.kind === 'formula') {
    drawFormula(context, written, measure, palette.font)
    return
  }
  const { at, size, text } = written
  const block = textBlock(text, at, size, measure)
  context.font = fontOf(size, palette.font, false)
  const { x, y, width } = block.frame
  for (const [index, line] of block.lines.entries()) {
    context.direction = line.rightToLeft ? 'rtl' : 'ltr'
    context.textAlign = line.fromRight ? 'right' : 'left'
    context.fillText(line.text, line.fromRight ? x + width : x, y + baseLine(index, size))
  }
}

function drawFormula(context: Canvas, { at, size, text }: Written, measure: Measure, font: string): void {
  const box = layFormula(parseFormula(text), size, measure)
  const { x: left, y: top } = onPage({ ...at, width: box.width, height: box.above + box.below })
  context.direction = 'ltr'
  context.textAlign = 'left'
  for (const ink of box.inks) {
    if (ink.kind === 'sign') {
      context.font = fontOf(ink.size, font, ink.italic)
      context.fillText(ink.text, left + ink.x, top + box.above + ink.y)
    } else {
      context.lineWidth = ink.width
      context.beginPath()
      drawLine(
        context,
        ink.points.map(([x, y]) => ({ x: left + x, y: top + box.above + y })),
      )
      context.stroke()
    }
  }
}

function drawPicture({ context, palette, pictureOf }: Drawing, { at, width, height, file }: Picture): void {
  const bitmap = pictureOf(file)
  if (bitmap) context.drawImage(bitmap, at.x, at.y, width, height)
  else {
    context.strokeStyle = palette.grid
    context.lineWidth = 2
    context.strokeRect(at.x, at.y, width, height)
  }
}

const fontOf = (size: number, font: string, italic: boolean) => `${italic ? 'italic ' : ''}${size}px ${font}`
