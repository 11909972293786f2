import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { defaultLanguage, languages } from '../reference/languages.ts'

type Catalogue = Readonly<Record<string, string>>

const folders = readdirSync(import.meta.dirname, { withFileTypes: true }).filter((entry) =>
  entry.isDirectory(),
)
const catalogue = (folder: string, language: string): Catalogue =>
  JSON.parse(readFileSync(join(import.meta.dirname, folder, `${language}.json`), 'utf8'))
const placeholders = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort()

describe.each(folders.map(({ name }) => name))('the texts of %s', (folder) => {
  const expected = catalogue(folder, defaultLanguage)

  it.each(languages)('have the keys and placeholders of the English ones in: %s', (language) => {
    const texts = catalogue(folder, language)
    expect(Object.keys(texts)).toEqual(Object.keys(expected))
    for (const [key, text] of Object.entries(texts)) {
      expect(text.trim()).not.toBe('')
      expect([key, placeholders(text)]).toEqual([key, placeholders(expected[key] ?? '')])
    }
  })
})
