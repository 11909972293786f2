import { readFileSync } from 'node:fs'
import type { Language } from '@darsi/contracts/reference/languages.ts'
import { fillIn } from '@darsi/contracts/texts/fill-in.ts'

export type Words = (key: string, values?: Readonly<Record<string, string>>) => string

/** The words that a screen shows, out of one folder of translations. */
export function wordsOf(folder: string, language: Language): Words {
  const file = new URL(`../../${folder}/${language}.json`, import.meta.url)
  const words: Readonly<Record<string, string>> = JSON.parse(readFileSync(file, 'utf8'))
  return (key, values = {}) => {
    const found = words[key]
    if (!found) throw new Error(`${folder} has no words for ${key}`)
    return fillIn(found, values)
  }
}
