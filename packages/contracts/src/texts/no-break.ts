import { hasSpacedMarks, type Language } from '../reference/languages.ts'

/**
 * French puts a space before : ; ? ! and inside « »; no line may end at it, and in no language may a line begin with the
 * point between two parts. Texts are written with ordinary spaces.
 */
export const noBreak = (text: string, language: Language): string => {
  const parts = text.replaceAll(' ·', '\u00a0·')
  return hasSpacedMarks(language)
    ? parts.replace(/« | (?=[:;?!»])/g, (found) => found.replace(' ', '\u00a0'))
    : parts
}

/** With the space that stands before it in French. */
export const colonIn = (language: Language): string => (hasSpacedMarks(language) ? ' :' : ':')
