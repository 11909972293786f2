import { textOf } from '../reference/i18n/fill-in.ts'
import { listOf } from '../reference/i18n/lists.ts'
import { texts } from '../reference/i18n/texts.ts'
import {
  inEachLanguage,
  isLanguage,
  type Language,
  type Localised,
  languageNames,
} from '../reference/languages.ts'

/** A field of a request that a person has to correct. */
export type FieldFault = {
  /** From the body down, such as `texts.fr.subject`. */
  readonly path: string
  readonly hint?: NonNullable<typeof texts.fieldHints.keys>
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
  return hint
    ? `${name} (${textOf(texts.fieldHints[language], hint, { count: limit ?? '' }, language)})`
    : name
}

/**
 * The name of the innermost part that has one, with the language of a text in several languages. Only services need
 * these names: a form shows its own labels.
 */
function nameOf(path: string, language: Language): string | null {
  const parts = path.split('.')
  const names = texts.fieldNames[language]
  const [name] = parts.toReversed().flatMap((part) => (Object.hasOwn(names, part) ? (names[part] ?? []) : []))
  if (name === undefined) return null
  const writtenIn = parts.find(isLanguage)
  return writtenIn ? `${name} (${languageNames[writtenIn]})` : name
}
