import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defaultLanguage, inEachLanguage, isIncomplete, type Language, languages } from '../languages.ts'
import type { Catalogue, KeysOf } from './catalogue.ts'
import type { Texts } from './fill-in.ts'

type Catalogues<En> = { readonly [Name in keyof En]: Catalogue<KeysOf<En[Name]>> }

/**
 * The texts of `locales/<language>.json` beside the module in `folder`, by the names of its parts. `english` is
 * `locales/en.json`, which gives the keys. In browsers the bundler replaces the modules that call this.
 */
export function readTexts<En extends Readonly<Record<string, Texts>>>(
  english: En,
  folder: string,
): Catalogues<En> {
  const texts: Readonly<Record<Language, Readonly<Record<string, Texts>>>> = readLanguages(english, folder)
  const names = Object.keys(english)
  const parts = names.map((name) => [name, inEachLanguage((language) => texts[language][name] ?? {})])
  // Object.fromEntries loses the keys of its argument
  return Object.fromEntries(parts) as Catalogues<En>
}

/** The same as one object per language, of any depth. */
export const readLanguages = <En extends object>(english: En, folder: string): Record<Language, En> =>
  inEachLanguage((language) =>
    language === defaultLanguage ? english : readLanguage(english, folder, language),
  )

/** Reads one language. An incomplete one has the English texts in its gaps. */
export function readLanguage<En extends object>(english: En, folder: string, language: Language): En {
  // `as`: the tests of all catalogues compare its keys with the English ones
  const own = JSON.parse(readFileSync(join(folder, 'locales', `${language}.json`), 'utf8')) as En
  return isIncomplete(language) ? { ...filled(english, own) } : own
}

const filled = <T extends object>(english: T, own: Partial<T>): T =>
  Object.fromEntries(
    Object.entries({ ...english, ...own }).map(([key, value]) => {
      const original: unknown = english[key as keyof T]
      return [key, isTable(original) && isTable(value) ? filled(original, value) : value]
    }),
  ) as T

const isTable = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const languageFiles = (folder: string): string[] =>
  languages.map((language) => join(folder, 'locales', `${language}.json`))
