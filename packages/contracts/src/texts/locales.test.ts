import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { catalogueProblems } from '../reference/i18n/catalogue-check.ts'
import type { Texts } from '../reference/i18n/fill-in.ts'
import { readLanguages } from '../reference/i18n/read-texts.ts'
import { inEachLanguage } from '../reference/languages.ts'

const root = join(import.meta.dirname, '../../../..')
const apps = globSync('{frontends,gateway,packages,services}/**/locales/en.json', {
  cwd: root,
  exclude: (name) => name === 'node_modules' || name === 'dist',
}).sort()

/** `{ mails: { welcome: { lines: ['…'] } } }` as `mails.welcome.lines.0`. */
const flat = (value: unknown, path: readonly string[] = []): [string, string][] =>
  typeof value === 'string'
    ? [[path.join('.'), value]]
    : Object.entries(Object(value)).flatMap(([key, each]) => flat(each, [...path, key]))

describe('the texts of each app', () => {
  it.each(apps)('%s: have the same keys, plurals and placeholders in all languages', (file) => {
    const english: object = JSON.parse(readFileSync(join(root, file), 'utf8'))
    const texts = readLanguages(english, join(root, dirname(file), '..'))
    expect(
      catalogueProblems(inEachLanguage((language): Texts => Object.fromEntries(flat(texts[language])))),
    ).toEqual([])
  })

  it('are found', () => expect(apps.length).toBeGreaterThan(7))
})
