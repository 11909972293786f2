import { hasSpacedMarks, type Language } from '../reference/languages.ts'

/** French puts a space before : ; ? ! and inside « »; no line may end at it. Texts are written with ordinary spaces. */
export const noBreak = (text: string, language: Language): string =>
  hasSpacedMarks(language) ? text.replace(/« | (?=[:;?!»])/g, (found) => found.replace(' ', '\u00a0')) : text

/** With the space that stands before it in French. */
export const colonIn = (language: Language): string => (hasSpacedMarks(language) ? ' :' : ':')
