/**
 * One line as a reader sees it: without invisible characters, direction marks and line separators. Such marks make
 * different names look alike, empty names look valid, and change the order of words around them. ZWNJ and ZWJ stay
 * between two letters of a script that needs them inside words (Arabic, Indic scripts). Returns an empty string when
 * nothing visible is left.
 */
export function visibleLine(text: string): string {
  const left = text
    .replace(/[\u2028\u2029]/g, ' ')
    .replace(invisible, (mark, at: number, all: string) => (isJoiner(mark, at, all) ? mark : ''))
  return showsSomething(left) ? left : ''
}

/** The same for text of several lines; also keeps emoji sequences and the direction marks LRM, RLM and ALM. */
export function visibleText(text: string): string {
  const left = text.replace(invisible, (mark) => (keptInText.test(mark) ? mark : ''))
  return showsSomething(left) ? left : ''
}

/** True when nothing is visible: blanks, invisible characters, or accents without a letter. */
export const isInvisible = (text: string): boolean => visibleLine(text) === ''

const showsSomething = (text: string): boolean => /[\p{L}\p{N}\p{P}\p{S}]/u.test(text)

// default-ignorable code points include zero-width characters, bidi controls, soft hyphen, fillers, variation selectors
// and tags, but not the braille blank and the interlinear marks; a surrogate alone (Cs) is half a character, which strict
// readers of JSON refuse
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Cs}\u2800\ufff9-\ufffb]/gu
const keptInText = /^(?:[\u200c-\u200f\u061c]|\ufe0e|\ufe0f|[\u{e0020}-\u{e007f}])$/u

function isJoiner(mark: string, at: number, all: string): boolean {
  if (mark !== '\u200c' && mark !== '\u200d') return false
  return endsInJoining.test(all.slice(0, at)) && beginsJoining.test(all.slice(at + 1))
}

const joining = String.raw`(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hangul}])[\p{L}\p{M}]`
const endsInJoining = new RegExp(`(?:${joining})$`, 'u')
const beginsJoining = new RegExp(`^(?:${joining})`, 'u')
