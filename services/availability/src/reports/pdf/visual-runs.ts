import { createRequire } from 'node:module'
import type bidiJs from 'bidi-js'

export type Face = 'latin' | 'latin-ext' | 'arabic'
/** A piece of a line that one font draws in one go, from left to right. */
type Run = { text: string; face: Face }

// by `require`: its types describe an ES module, and its file for Node is CommonJS without a default export
const createBidi: typeof bidiJs.default = createRequire(import.meta.url)('bidi-js')
const bidi = createBidi()

/** The pieces of one line in their order on the page, from left to right (Unicode bidirectional algorithm). */
export function visualRuns(line: string, isRightToLeft: boolean): Run[] {
  const text = drawable(line)
  const { levels } = bidi.getEmbeddingLevels(text, isRightToLeft ? 'rtl' : 'ltr')
  const pieces: { text: string; face: Face; level: number }[] = []
  for (let at = 0; at < text.length; at++) {
    const letter = text.charAt(at)
    const level = levels[at] ?? 0
    const face = faceOf(letter)
    const last = pieces.at(-1)
    if (last && last.level === level && last.face === face) last.text += letter
    else pieces.push({ text: letter, face, level })
  }
  return reorder(pieces).map(({ text: piece, face, level }) => ({
    face,
    // pdfkit reverses Arabic runs itself while it joins their letters; other right-to-left runs are reversed here
    text: level % 2 === 1 && face !== 'arabic' ? mirrored(piece) : piece,
  }))
}

/** By the first letter, as browsers decide for `dir="auto"`. */
export function readsFromRight(paragraph: string, otherwise: boolean): boolean {
  const [first] = /\p{L}/u.exec(paragraph) ?? []
  return first === undefined ? otherwise : isArabic(first)
}

/** Unicode rule L2: from the highest level down, reverses each sequence of runs at that level or above. */
function reorder<T extends { level: number }>(pieces: readonly T[]): T[] {
  const ordered = [...pieces]
  const highest = Math.max(0, ...pieces.map(({ level }) => level))
  for (let level = highest; level >= 1; level--) {
    for (let from = 0; from < ordered.length; from++) {
      let to = from
      while (to < ordered.length && (ordered[to]?.level ?? 0) >= level) to++
      if (to - from > 1) ordered.splice(from, to - from, ...ordered.slice(from, to).reverse())
      from = Math.max(from, to)
    }
  }
  return ordered
}

function mirrored(piece: string): string {
  return [...piece]
    .reverse()
    .map((letter) => bidi.getMirroredCharacter(letter) ?? letter)
    .join('')
}

/** The file of the typeface that has this letter. */
function faceOf(letter: string): Face {
  if (isArabic(letter)) return 'arabic'
  // œ and the dotless i are in the file of Western Europe
  if (/[\u0131\u0152\u0153]/u.test(letter)) return 'latin'
  return /[\u0100-\u024f\u0259\u1e00-\u1eff\u20a0-\u20ab\u20ad-\u20c0]/u.test(letter) ? 'latin-ext' : 'latin'
}

const isArabic = (letter: string) =>
  /[\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff\ufb50-\ufdff\ufe70-\ufefc]/u.test(letter)

/** Replaces letters that no font file has by `?` and removes invisible ones. */
function drawable(line: string): string {
  return line
    .normalize('NFC')
    .replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu, '')
    .replace(/[\t\u00a0]/gu, ' ')
    .replace(
      /[^\u0020-\u024f\u0259\u02bb-\u02dc\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff\u1e00-\u1eff\u2000-\u206f\u20a0-\u20c0\u2122\u2212\ufb50-\ufdff\ufe70-\ufefc]/gu,
      '?',
    )
}
