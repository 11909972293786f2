import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { catalogueProblems } from '../reference/i18n/catalogue-check.ts'
import { inEachLanguage } from '../reference/languages.ts'

type Catalogue = Readonly<Record<string, string>>

const folders = readdirSync(import.meta.dirname, { withFileTypes: true }).filter((entry) =>
  entry.isDirectory(),
)
const catalogue = (folder: string, language: string): Catalogue =>
  JSON.parse(readFileSync(join(import.meta.dirname, folder, `${language}.json`), 'utf8'))
describe.each(folders.map(({ name }) => name))('the texts of %s', (folder) => {
  it('have the same keys, plurals and placeholders in all languages', () => {
    expect(catalogueProblems(inEachLanguage((language) => catalogue(folder, language)))).toEqual([])
  })
})
