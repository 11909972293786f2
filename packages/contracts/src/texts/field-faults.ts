import { fillIn } from '../reference/i18n/fill-in.ts'
import { listOf } from '../reference/i18n/lists.ts'
import {
  inEachLanguage,
  isLanguage,
  type Language,
  type Localised,
  languageNames,
} from '../reference/languages.ts'
import ar from './field-names/ar.json' with { type: 'json' }
import en from './field-names/en.json' with { type: 'json' }
import fr from './field-names/fr.json' with { type: 'json' }

/** Names of the fields of forms. Only services need them: a form shows its own labels. */
const names: Record<Language, ReadonlyMap<string, string>> = {
  en: new Map(Object.entries(en)),
  fr: new Map(Object.entries(fr)),
  ar: new Map(Object.entries(ar)),
}

const hints = {
  missing: { en: 'required', fr: 'obligatoire', ar: 'مطلوب' },
  longest: {
    en: 'at most {limit} characters',
    fr: '{limit} caractères au plus',
    ar: 'عدد الأحرف: {limit} على الأكثر',
  },
  highest: { en: 'at most {limit}', fr: '{limit} au plus', ar: '{limit} على الأكثر' },
  lowest: { en: 'at least {limit}', fr: '{limit} au moins', ar: '{limit} على الأقل' },
} as const satisfies Record<string, Localised>

/** A field of a request that a person has to correct. */
export type FieldFault = {
  /** From the body down, such as `texts.fr.subject`. */
  readonly path: string
  readonly hint?: keyof typeof hints
  readonly limit?: number
}

/** Whether a field has a name that people read. */
export const isNamed = (path: string): boolean => nameOf(path, 'en') !== null

/** The names of the fields in each language, with what is wrong where that is known. */
export const describeFaults = (faults: readonly FieldFault[]): Localised =>
  inEachLanguage((language) =>
    listOf([...new Set(faults.map((fault) => describe(fault, language)))], language),
  )

function describe({ path, hint, limit }: FieldFault, language: Language): string {
  const name = nameOf(path, language) ?? path
  return hint ? `${name} (${fillIn(hints[hint][language], { limit: limit ?? '' }, language)})` : name
}

/** The name of the innermost part that has one, with the language of a text in several languages. */
function nameOf(path: string, language: Language): string | null {
  const parts = path.split('.')
  const [name] = parts.toReversed().flatMap((part) => names[language].get(part) ?? [])
  if (name === undefined) return null
  const writtenIn = parts.find(isLanguage)
  return writtenIn ? `${name} (${languageNames[writtenIn]})` : name
}
