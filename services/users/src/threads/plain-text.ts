/**
 * A text as a detector reads it: lower case, without accents, vowel signs, invisible characters and the many forms
 * of letters and digits that look alike.
 */
export function plainOf(text: string): string {
  return withLatinDigits(text.normalize('NFKC'))
    .normalize('NFD')
    .replace(invisible, '')
    .toLowerCase()
    .replace(/[أإآٱ]/gu, 'ا')
    .replace(/ى/gu, 'ي')
    .replace(/[‐‑‒–—−]/gu, '-')
    .replace(/[’ʼ]/gu, "'")
}

// marks (accents, Arabic vowel signs), format characters (zero width, direction) and the lengthening stroke
const invisible = /[\p{M}\p{Cf}\u0640]/gu

const withLatinDigits = (text: string): string =>
  text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
