import { readFileSync } from 'node:fs'
import { fillIn } from '@darsi/contracts/reference/i18n/fill-in.ts'
import type { Language } from '@darsi/contracts/reference/languages.ts'

export type Texts = (key: string, values?: Readonly<Record<string, string>>) => string

/** The texts that a screen shows, out of one folder of translations. */
export function textsOf(folder: string, language: Language): Texts {
  const file = new URL(`../../${folder}/${language}.json`, import.meta.url)
  const texts: Readonly<Record<string, string>> = JSON.parse(readFileSync(file, 'utf8'))
  return (key, values = {}) => {
    const found = texts[key]
    if (!found) throw new Error(`${folder} has no text for ${key}`)
    return fillIn(found, values, language)
  }
}
