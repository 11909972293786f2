import { isIncomplete, type Language, languages } from '../languages.ts'
import type { Catalogue } from './catalogue.ts'
import { pluralRules, type Texts } from './fill-in.ts'

/** Forms for millions and fractions, such as French `many`, may be missing: `other` replaces them. */
const smallCounts = Array.from({ length: 1000 }, (_, count) => count)
const forms = /_(zero|one|two|few|many|other)$/

/**
 * The errors of a catalogue, one sentence each; for a test beside every `locales` folder:
 * `expect(catalogueProblems(catalogue)).toEqual([])`.
 */
export function catalogueProblems(catalogue: Catalogue): string[] {
  const english = catalogue.en
  return languages.flatMap((language) => {
    const texts = catalogue[language]
    const wanted = wantedKeys(english, language)
    const missing = isIncomplete(language) ? [] : wanted.filter((key) => !(key in texts))
    return [
      ...missing.map((key) => `${language}: "${key}" is missing`),
      ...Object.keys(texts)
        .filter((key) => !wanted.includes(key) && !isSparePlural(key, english))
        .map((key) => `${language}: "${key}" is not in the English catalogue`),
      ...Object.entries(texts)
        .filter(([, text]) => text.trim() === '')
        .map(([key]) => `${language}: "${key}" is empty`),
      ...Object.keys(texts)
        .filter((key) => !sameMarks(key, texts, english))
        .map((key) => `${language}: "${key}" names other placeholders than English`),
    ]
  })
}

function wantedKeys(english: Texts, language: Language): string[] {
  const needed = new Set(smallCounts.map((count) => pluralRules(language).select(count)))
  const keys = Object.keys(english).flatMap((key) => {
    if (!isPlural(key, english)) return [key]
    return key.endsWith('_other') ? [...needed].map((form) => key.replace(forms, `_${form}`)) : []
  })
  return [...new Set(keys)]
}

const stem = (key: string) => key.replace(forms, '')
const isPlural = (key: string, english: Texts) => forms.test(key) && `${stem(key)}_other` in english
const isSparePlural = (key: string, english: Texts) => isPlural(key, english)

/** The forms for zero, one and two may contain the number as a word, so only they may leave `{count}` out. */
function sameMarks(key: string, texts: Texts, english: Texts): boolean {
  const original = english[isPlural(key, english) ? `${stem(key)}_other` : key]
  if (original === undefined) return true
  const mayDrop = isPlural(key, english) && /_(zero|one|two)$/.test(key)
  const marks = (text: string) =>
    (text.match(/\{\w+\}|<\w+>/g) ?? []).filter((mark) => !(mayDrop && mark === '{count}')).sort()
  return marks(texts[key] ?? '').join() === marks(original).join()
}
