/**
 * Normalises a text for the detectors: lower case, without accents, vowel signs and invisible characters, with
 * look-alike letters and digits replaced.
 */
export function plainOf(text: string): string {
  return withLatinDigits(text.replace(raised, '^$&').normalize('NFKC'))
    .normalize('NFD')
    .replace(invisible, '')
    .toLowerCase()
    .replace(/[أإآٱ]/gu, 'ا')
    .replace(/ى/gu, 'ي')
    .replace(/[گک]/gu, 'ك')
    .replace(/٫/gu, '.')
    .replace(/[‐‑‒–—−]/gu, '-')
    .replace(/[’ʼ]/gu, "'")
    .replace(/[аеорсхуіјѕкмтнвοαερικτν]/gu, (letter) => lookalikes[letter] ?? letter)
    .replace(/\s+/gu, ' ')
    .replace(/(?<=\d)o(?![a-z])|(?<![a-z])o(?=\d)/gu, '0')
}

/** Joins words that are written letter by letter: w h a t s a p p, w-h-a-t-s-a-p-p. */
export function joined(plain: string): string {
  const lines: string[] = []
  let run: string[] = []
  const close = () => {
    if (run.length > 3) lines.push(run.join(''))
    run = []
  }
  for (const token of plain.split(' ')) {
    if ([...token].length === 1) run.push(token)
    else {
      close()
      // single letters only: 2.0.1.2 is a number, the a.b.c of a name is too short
      if (/^\p{L}(?:[-._*/|+~,]\p{L}){3,}$/u.test(token)) lines.push(token.replace(/[^\p{L}]/gu, ''))
    }
  }
  close()
  return lines.join(' ')
}

// x² must not become x2
const raised = /[⁰¹²³⁴-⁹]/g

// marks (accents, Arabic vowel signs), format characters (zero width, direction) and the lengthening stroke
const invisible = /[\p{M}\p{Cf}\u0640\u2800\u3164]/gu

// Cyrillic and Greek letters that look like Latin ones
const lookalikes: Readonly<Record<string, string>> = Object.fromEntries(
  [...'аеорсхуіјѕкмтнвοαερικτν'].map((letter, index) => [
    letter,
    [...'aeopcxyijskmthboaepiktv'][index] ?? letter,
  ]),
)

const withLatinDigits = (text: string): string =>
  text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
