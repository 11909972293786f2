import { createRequire } from 'node:module'
import { direction, type Language } from '@darsi/contracts/reference/languages.ts'
import PDFDocument from 'pdfkit'
import { type Face, readsFromRight, visualRuns } from './visual-runs.ts'

const { resolve } = createRequire(import.meta.url)
const latin = '@fontsource/ibm-plex-sans/files/ibm-plex-sans'
const arabic = '@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic'
const files: Readonly<Record<Face, string>> = {
  latin: `${latin}-latin`,
  'latin-ext': `${latin}-latin-ext`,
  arabic: `${arabic}-arabic`,
}
const weights = [400, 600] as const
type Weight = (typeof weights)[number]
type Style = {
  size: number
  weight?: Weight
  colour?: string
  after?: number
  /** A person wrote it: each paragraph has the direction of its first letter. */
  isTyped?: true
}
type Line = { line: string; fromRight: boolean }

const margin = 56
/** Without `features` pdfkit lays out word by word and puts Arabic words in reverse order. */
const shaped = { lineBreak: false, features: ['kern', 'liga'] as PDFKit.Mixins.OpenTypeFeatures[] }

/** A4 pages for text in either direction. */
export function createPaper({ language, title }: { language: Language; title: string }) {
  const isRightToLeft = direction(language) === 'rtl'
  const document = createDocument(language, title)
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<Buffer>((done) => document.on('end', () => done(Buffer.concat(chunks))))
  const width = document.page.width - 2 * margin
  const bottom = document.page.height - margin

  const widthOf = ({ line, fromRight }: Line, { size, weight = 400 }: Style): number =>
    visualRuns(line, fromRight).reduce(
      (sum, { text, face }) =>
        sum + document.font(`${face}-${weight}`).fontSize(size).widthOfString(text, shaped),
      0,
    )
  const linesOf = (text: string, style: Style): Line[] =>
    text.split(/\r\n|\r|\n/).flatMap((paragraph) => {
      const fromRight = style.isTyped ? readsFromRight(paragraph, isRightToLeft) : isRightToLeft
      const widthOfWord = (word: string) => widthOf({ line: word, fromRight }, style)
      return linesIn(paragraph, widthOfWord, width).map((line) => ({ line, fromRight }))
    })
  const draw = ({ line, fromRight }: Line, { size, weight = 400, colour = '#1d2733' }: Style): void => {
    let x = fromRight ? margin + width - widthOf({ line, fromRight }, { size, weight }) : margin
    const { y } = document
    for (const { text, face } of visualRuns(line, fromRight)) {
      document.font(`${face}-${weight}`).fontSize(size).fillColor(colour)
      const advance = document.widthOfString(text, shaped)
      // drawn from the baseline: the fonts of one line have different heights
      document.text(text, x, y, { ...shaped, baseline: -size })
      x += advance
    }
    document.y = y + size * 1.55
  }

  return {
    text: (text: string, style: Style): void => {
      for (const line of linesOf(text, style)) {
        if (document.y + style.size * 1.55 > bottom) document.addPage()
        draw(line, style)
      }
      document.y += style.after ?? 0
    },
    rule: (colour: string): void => {
      document
        .moveTo(margin, document.y)
        .lineTo(margin + width, document.y)
        .lineWidth(1)
        .stroke(colour)
      document.y += 14
    },
    /** A row of squares, the first ones filled, in the direction of reading. */
    scale: (filled: number, of: number): void => {
      const [side, gap] = [12, 5]
      for (let index = 0; index < of; index++) {
        const offset = index * (side + gap)
        const x = isRightToLeft ? margin + width - offset - side : margin + offset
        document.roundedRect(x, document.y, side, side, 3)
        document.fill(index < filled ? '#0f766e' : '#d7dde3')
      }
      document.y += side + 6
    },
    end: (): Promise<Buffer> => {
      document.end()
      return ended
    },
  }
}

function createDocument(language: Language, title: string): PDFKit.PDFDocument {
  const document = new PDFDocument({
    size: 'A4',
    margin,
    lang: language,
    displayTitle: true,
    info: { Title: title, Creator: 'Darsi', Producer: 'Darsi' },
  })
  // `as`: the keys of the table above
  for (const face of Object.keys(files) as Face[])
    for (const weight of weights)
      document.registerFont(`${face}-${weight}`, resolve(`${files[face]}-${weight}-normal.woff`))
  return document
}

/**
 * Breaks a paragraph into lines; cuts a word that is longer than a line. The widths of words can be added, because Arabic
 * letters never join across a space.
 */
function linesIn(paragraph: string, widthOf: (word: string) => number, width: number): string[] {
  const space = widthOf(' ')
  const lines: string[] = []
  let line = ''
  let used = 0
  const endLine = () => {
    if (line !== '') lines.push(line)
    line = ''
    used = 0
  }
  for (const word of paragraph.split(/\s+/u).filter(Boolean)) {
    const wide = widthOf(word)
    if (line !== '' && used + space + wide > width) endLine()
    if (wide > width) {
      for (const letter of word) {
        if (widthOf(line + letter) > width) endLine()
        line += letter
      }
      used = widthOf(line)
      continue
    }
    used += wide + (line === '' ? 0 : space)
    line += line === '' ? word : ` ${word}`
  }
  return [...lines, line]
}
