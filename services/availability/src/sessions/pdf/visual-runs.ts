import createBidi from 'bidi-js'

export type Face = 'latin' | 'latin-ext' | 'arabic'
/** A piece of a line that one font draws in one go, from left to right. */
export type Run = { text: string; face: Face }

// `as`: its types are those of an ES module, which its file for Node is not
const bidi = (createBidi as unknown as typeof createBidi.default)()

/** The pieces of one line in the order in which they stand on the page (Unicode bidirectional algorithm). */
export function visualRuns(line: string, isRightToLeft: boolean): Run[] {
  const text = known(line)
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
    // the Arabic font turns its own letters around while it joins them; the others are turned here
    text: level % 2 === 1 && face !== 'arabic' ? mirrored(piece) : piece,
  }))
}

/** From the highest level down, whatever stands at it or above is reversed. */
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

/** The three files that hold the product's typeface. */
function faceOf(letter: string): Face {
  if (isArabic(letter)) return 'arabic'
  // œ and the dotless i stand among the letters of Western Europe
  if (/[\u0131\u0152\u0153]/u.test(letter)) return 'latin'
  return /[\u0100-\u024f\u0259\u1e00-\u1eff\u20a0-\u20ab\u20ad-\u20c0]/u.test(letter) ? 'latin-ext' : 'latin'
}

const isArabic = (letter: string) =>
  /[\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff\ufb50-\ufdff\ufe70-\ufefc]/u.test(letter)

/** Letters that none of the files has become a mark that says so, and invisible ones nothing. */
function known(line: string): string {
  return line
    .normalize('NFC')
    .replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu, '')
    .replace(/[\t\u00a0]/gu, ' ')
    .replace(
      /[^\u0020-\u024f\u0259\u02bb-\u02dc\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff\u1e00-\u1eff\u2000-\u206f\u20a0-\u20c0\u2122\u2212\ufb50-\ufdff\ufe70-\ufefc]/gu,
      '?',
    )
}
