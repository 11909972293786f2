/** Normal form in which a person considers two words equal in our three scripts: for search, never for storing. */
export const foldText = (text: string): string =>
  foldLetters(text)
    .replace(/['’‘`ʿʾ]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Folds case, accents and Arabic letter forms and keeps every other character: for substring search. */
export const foldLetters = (text: string): string =>
  text
    .normalize('NFKD')
    // Latin accents, Arabic short vowels and superscript alef; NFKD also separates the hamza from its carrier
    .replace(/\p{M}/gu, '')
    .replace(/ـ/g, '')
    .replace(/ٱ/g, 'ا')
    .replace(/ى/g, 'ي')
    .replace(/ة/g, 'ه')
    .replace(/ء/g, '')
    .toLowerCase()
    .replace(/œ/g, 'oe')
    .replace(/æ/g, 'ae')
