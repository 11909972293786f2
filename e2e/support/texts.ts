import { readFileSync } from 'node:fs'
import { type Params, textOf, type Texts as Words } from '@darsi/contracts/reference/i18n/fill-in.ts'
import type { Language } from '@darsi/contracts/reference/languages.ts'

export type Texts = (key: string, values?: Params) => string

const apps = {
  design: 'packages/design/src/i18n',
  client: 'packages/client/src',
  features: 'frontends/features',
  shell: 'frontends/shell/src',
} as const

/** The texts that a screen shows. */
export function textsOf(app: keyof typeof apps, part: string, language: Language): Texts {
  const file = new URL(`../../${apps[app]}/locales/${language}.json`, import.meta.url)
  const parts: Readonly<Record<string, Words>> = JSON.parse(readFileSync(file, 'utf8'))
  const texts = parts[part]
  if (texts === undefined) throw new Error(`${app} has no texts of ${part}`)
  return (key, values = {}) => {
    const text = textOf(texts, key, values, language)
    if (text === key) throw new Error(`${part} has no text for ${key}`)
    return text
  }
}
