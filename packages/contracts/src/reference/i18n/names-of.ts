import { inEachLanguage, type Localised } from '../languages.ts'
import type { Catalogue } from './catalogue.ts'

/** The names of a part of the texts by key, in the order of the English file, which is the order of display. */
export const namesOf = <Key extends string>(catalogue: Catalogue<Key>): Readonly<Record<Key, Localised>> =>
  // Object.fromEntries loses the keys of its argument
  Object.fromEntries(
    Object.keys(catalogue.en).map((key) => [
      key,
      inEachLanguage((language) => catalogue[language][key] ?? key),
    ]),
  ) as Record<Key, Localised>
