import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { foldLetters } from '../reference/fold-text.ts'
import { isIncomplete, isLanguage, type Language, languages } from '../reference/languages.ts'

const root = join(import.meta.dirname, '../../../..')
const find = (patterns: string[]) =>
  globSync(patterns, { cwd: root, exclude: (name) => name === 'node_modules' || name === 'dist' }).sort()
const read = (name: string) => readFileSync(join(root, name), 'utf8')

const catalogues = find(['{frontends,gateway,packages,services}/**/locales/*.json'])

type Text = { language: string; text: string }

/** Files with a text for each language, such as `fr: 'Séance'`. */
const sources = find(['{frontends,gateway,packages,services}/**/*.{ts,tsx}']).filter(
  (name) =>
    !/\.test\.tsx?$/.test(name) && /\b(en|fr|ar):\s*(\([^)]*\)\s*=>\s*)?['"`](?!['"`])/.test(read(name)),
)

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
  return [{ language, pattern: new RegExp(foldPattern(source), 'u') }]
}

/** Folds the letters of a regular expression as those of the texts; `\p{L}` and other escapes stay. */
const foldPattern = (source: string) =>
  source.replace(/(\\p\{\w+\}|\\.)|([^\\]+)/gu, (_, escaped?: string, letters = '') =>
    escaped === undefined ? foldLetters(letters) : escaped,
  )

const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsIn)
      : []

/** Compares without case, accents and Arabic vowel signs: a shadda must not hide a word. */
const faultsIn = (texts: readonly Text[]) =>
  texts.flatMap(({ language, text }) => {
    const folded = foldLetters(text)
    return list
      .filter((one) => one.language === language && one.pattern.test(folded))
      .map(({ pattern }) => `${pattern.source}: ${text}`)
  })

const list = forbiddenIn(readFileSync(join(import.meta.dirname, 'glossary.md'), 'utf8'))

describe('the glossary', () => {
  it('forbids words in each language', () => {
    for (const language of languages.filter((each) => !isIncomplete(each)))
      expect(list.filter((one) => one.language === language).length).toBeGreaterThan(9)
  })

  it.each([
    ['en', 'The teacher is told.', 'The teacher is informed.'],
    ['en', 'Find a tutor', 'Private tutoring'],
    ['fr', 'Ajoutez un second facteur.', 'Ajoutez une méthode de double authentification.'],
    ['fr', 'Annuler un cours', 'Demander des cours, une demande en cours, au cours de la semaine'],
    ['fr', 'Types de cours', 'Formats'],
    ['ar', 'ابحث عن معلّم', 'ابحث عن مدرّس'],
    ['ar', 'إلى لوحة التحكّم', 'إلى فضائك'],
    ['ar', 'حدّد أوقات التوفّر', 'كل ما هو مطلوب متوفّر'],
    ['ar', 'والتوفُّر', 'وأوقات الفراغ'],
    ['ar', 'نوع الحصص', 'طرق الحصص'],
    ['ar', 'قبل الاتّصال بالمدرّسين', 'يرجى الاتصال بالدعم'],
    ['ar', 'حجز درس', 'قاعة الدرس'],
    ['ar', 'راسلوا فريق الدعم', 'راسل فريق الدعم'],
    ['ar', 'في انتظار جوابكم', 'تراكم الرسائل'],
    ['ar', 'اختر كلمة المرور', 'اختر كلمة السر'],
    ['ar', 'إرسال البلاغ', 'إرسال التبليغ'],
  ])('in %s, “%s” is refused and “%s” is not', (language, refused, accepted) => {
    expect(faultsIn([{ language, text: refused }])).not.toEqual([])
    expect(faultsIn([{ language, text: accepted }])).toEqual([])
  })

  it.each(catalogues)('%s uses its words', (file) => {
    const language = file.match(/(\w+)\.json$/)?.[1] ?? ''
    const { delegations: _placeNames, ...texts } = JSON.parse(read(file))
    expect(faultsIn(textsIn(texts).map((text) => ({ language, text })))).toEqual([])
  })

  it('reads every catalogue', () => expect(catalogues.length).toBeGreaterThan(20))

  it('finds no texts in code', () => expect(sources).toEqual([]))
})
