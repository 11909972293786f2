import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { isLanguage, type Language, languages } from '../reference/languages.ts'

const root = join(import.meta.dirname, '../../../..')
const patterns = [
  'frontends/**/locales/*.json',
  'packages/*/src/**/locales/*.json',
  'packages/contracts/src/texts/*/*.json',
  'services/*/src/**/{en,fr,ar}.json',
]
const catalogues = globSync(patterns, {
  cwd: root,
  exclude: (name) => name === 'node_modules' || name === 'dist',
}).sort()

/** Texts beside their rules. */
const sources = globSync(['packages/contracts/src/texts/*.ts', 'services/notifications/src/**/*.ts'], {
  cwd: root,
})
  .filter(
    (name) => !name.endsWith('.test.ts') && /\p{Script=Arabic}/u.test(readFileSync(join(root, name), 'utf8')),
  )
  .sort()

type Forbidden = { language: Language; pattern: RegExp }

/** The last column of each table. */
function forbiddenIn(glossary: string): Forbidden[] {
  const cells = glossary
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (English|Say) /.test(line))
    .map(
      (line) =>
        line
          .split(/(?<!\\)\|/)
          .at(-2)
          ?.trim() ?? '',
    )
  return cells.flatMap((cell) => cell.split('; ').flatMap(forbidden))
}

function forbidden(entry: string): Forbidden[] {
  const [language, ...rest] = entry.split(': ')
  const pattern = rest.join(': ').replaceAll('\\|', '|')
  if (!isLanguage(language) || pattern === '') return []
  const source = pattern.startsWith('~') ? pattern.slice(1) : pattern.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return [{ language, pattern: new RegExp(source, 'iu') }]
}

const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsIn)
      : []

const faultsIn = (texts: readonly string[], language: string, list: readonly Forbidden[]) =>
  texts.flatMap((text) =>
    list
      .filter((one) => one.language === language && one.pattern.test(text))
      .map(({ pattern }) => `${pattern.source}: ${text}`),
  )

const list = forbiddenIn(readFileSync(join(import.meta.dirname, 'glossary.md'), 'utf8'))

describe('the glossary', () => {
  it('forbids words in each language', () => {
    for (const language of languages)
      expect(list.filter((one) => one.language === language).length).toBeGreaterThan(9)
    expect(faultsIn(['The teacher is told.'], 'en', list)).toHaveLength(1)
    expect(faultsIn(['ابحث عن معلّم'], 'ar', list)).toHaveLength(1)
    expect(faultsIn(['The teacher is informed.'], 'en', list)).toEqual([])
  })

  it.each(catalogues)('%s uses its words', (file) => {
    const language = file.match(/(\w+)\.json$/)?.[1] ?? ''
    const texts = textsIn(JSON.parse(readFileSync(join(root, file), 'utf8')))
    expect(faultsIn(texts, language, list)).toEqual([])
  })

  it.each(sources)('%s uses its words in Arabic', (file) => {
    const lines = readFileSync(join(root, file), 'utf8').split('\n')
    expect(
      faultsIn(
        lines.filter((line) => /\p{Script=Arabic}/u.test(line)),
        'ar',
        list,
      ),
    ).toEqual([])
  })

  it('reads every catalogue', () => expect(catalogues.length).toBeGreaterThan(150))
})
