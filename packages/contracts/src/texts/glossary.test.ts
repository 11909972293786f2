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

/** `{ teachers: { why: '…' } }` as `teachers.why`. */
const flat = (value: unknown, path: readonly string[] = []): [string, string][] =>
  typeof value === 'string'
    ? [[path.join('.'), value]]
    : Object.entries(Object(value)).flatMap(([key, each]) => flat(each, [...path, key]))

function entriesOf(file: string): [string, string][] {
  const { delegations: _districts, governorates: _places, ...texts } = JSON.parse(read(file))
  return flat(texts)
}
const textsOf = (language: Language): [string, string][] =>
  catalogues
    .filter((file) => file.endsWith(`/${language}.json`))
    .flatMap((file) => entriesOf(file).map(([key, text]): [string, string] => [`${file} ${key}`, text]))

/** The first column of the table below the heading. */
const listedUnder = (heading: string): string[] =>
  (glossary.split(`\n## ${heading}\n`)[1] ?? '')
    .split('\n## ', 1)
    .join('')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(1)
    .map((line) => line.split('|')[1]?.trim() ?? '')

/** Compares without case, accents and Arabic vowel signs: a shadda must not hide a word. */
const faultsIn = (texts: readonly Text[]) =>
  texts.flatMap(({ language, text }) => {
    const folded = foldLetters(text)
    return list
      .filter((one) => one.language === language && one.pattern.test(folded))
      .map(({ pattern }) => `${pattern.source}: ${text}`)
  })

const glossary = readFileSync(join(import.meta.dirname, 'glossary.md'), 'utf8')
const list = forbiddenIn(glossary.split('\n## Rules\n')[0] ?? '')

/** English texts with more than one translation, such as “Open”: a verb and a state. */
function withSeveralTranslations(): string[] {
  const english = new Map(textsOf('en').filter(([key]) => !/_(one|other)$/.test(key)))
  const translations = new Map<string, Set<string>>()
  for (const language of ['fr', 'ar'] as const)
    for (const [key, text] of textsOf(language)) {
      const original = english.get(key.replace(`/${language}.json `, '/en.json '))
      if (original === undefined) continue
      const name = `${language} ${original}`
      translations.set(name, (translations.get(name) ?? new Set()).add(text))
    }
  const several = [...translations].filter(([, texts]) => texts.size > 1)
  return [...new Set(several.map(([name]) => name.slice(3)))].sort()
}

const withoutVowels = (word: string) => word.replace(/[\u064b-\u0652]/g, '')
const arabicWords = () =>
  textsOf('ar').flatMap(([key, text]) =>
    [...text.matchAll(/[\u0621-\u0652]+/g)].map(([word]): [string, string] => [key, word]),
  )

/** Spellings of the word list: each word of the table is written with exactly these signs. */
function otherSpellings(): string[] {
  const spelling = new Map(
    listedUnder('Spelling of Arabic words')
      .flatMap((cell) => cell.split(' '))
      .map((word) => [withoutVowels(word), word]),
  )
  return arabicWords()
    .filter(([, word]) => (spelling.get(withoutVowels(word)) ?? word) !== word)
    .map(([key, word]) => `${key}: ${word}`)
}

/** A word that ends in tanwin somewhere ends in it everywhere: أولًا, not أولا. */
function withoutTanwin(): string[] {
  const words = arabicWords()
  const tanwin = new Set(
    words.filter(([, word]) => word.endsWith('ًا')).map(([, word]) => withoutVowels(word)),
  )
  return words
    .filter(([, word]) => word.endsWith('ا') && !word.endsWith('ًا') && tanwin.has(withoutVowels(word)))
    .map(([key, word]) => `${key}: ${word}`)
}

// texts of at most three words without a full stop are buttons, menu entries and labels, except in these
const sentenceKey =
  /(title|lead|heading|text|above|slogan|subject|placeholder|hint|dash\d|how\d|student\d|parent\d|teacher\d|step\d|hour|lend|translate|idea|rate|group|name|notify|choose|goal)$/i

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
    expect(faultsIn(entriesOf(file).map(([, text]) => ({ language, text })))).toEqual([])
  })

  it('reads every catalogue', () => expect(catalogues.length).toBeGreaterThan(20))

  it('finds no texts in code', () => expect(sources).toEqual([]))

  it('translates equal English texts equally, except the listed ones', () => {
    expect(withSeveralTranslations()).toEqual(listedUnder('One English text, several translations').sort())
  })

  it('spells each Arabic word in one way', () => {
    expect(otherSpellings()).toEqual([])
    expect(withoutTanwin()).toEqual([])
  })

  it('names Arabic buttons by a verbal noun, not by an imperative', () => {
    const buttons = textsOf('ar').filter(
      ([key, text]) => !sentenceKey.test(key) && text.split(' ').length < 4 && !/[.؟!…:«،]/.test(text),
    )
    const imperatives = new Set(
      listedUnder('Imperatives, not for buttons').flatMap((cell) => cell.split(' ')),
    )
    expect(imperatives.size).toBeGreaterThan(20)
    const isImperative = (text: string) => imperatives.has(text.split(' ')[0] ?? '')
    expect(buttons.filter(([, text]) => isImperative(text)).map(([key, text]) => `${key}: ${text}`)).toEqual(
      [],
    )
  })
})
