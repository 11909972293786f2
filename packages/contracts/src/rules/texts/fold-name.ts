import { foldText } from '../../reference/fold-text.ts'

/**
 * A word of a person's name in two forms: as written, for prefixes, and by sound, so that Mohamed, Mohammed, Mouhamed
 * and محمد match. For search and duplicates, never for storing.
 */
export type NameWord = { readonly written: string; readonly sound: string }

/** The words of a name without articles; "Ben" is joined with the next word, as in "Bensalah". */
export const nameWords = (name: string): readonly NameWord[] => {
  const words: NameWord[] = []
  let ben = ''
  for (const raw of rawWords(name)) {
    const sound = soundOf(raw)
    const written = foldText(raw)
    if (written === '') continue
    if (isBen(written)) {
      ben = written
      continue
    }
    words.push(ben ? { written: `${ben} ${written}`, sound: `bn${sound}` } : { written, sound })
    ben = ''
  }
  return ben ? [...words, { written: ben, sound: 'bn' }] : words
}

/** All search keys of a teacher's name: "Salah" also finds "Ben Salah". */
export const nameKeys = (name: string): readonly NameWord[] =>
  nameWords(name).flatMap((word) => {
    const rest = afterBen(word)
    return rest ? [word, rest] : [word]
  })

/** The word starts with the searched text in its own script, or is another spelling of it. */
export const fitsName = (asked: NameWord, word: NameWord): boolean =>
  word.written.startsWith(asked.written) ||
  word.written.replace(' ', '').startsWith(asked.written.replace(' ', '')) ||
  (asked.sound !== '' && word.sound === asked.sound)

const bens = ['ben', 'bin', 'ibn', 'بن', 'ابن']
const isBen = (written: string): boolean => bens.includes(written)

const afterBen = ({ written, sound }: NameWord): NameWord | null => {
  const apart = /^(?:ben|bin|ibn|بن|ابن) (.+)$/.exec(written)?.[1]
  if (apart) return { written: apart, sound: sound.slice(2) }
  // "Bensalah", "بنصالح"; "Bennour" and بنان stay whole: too short to split safely
  const joined = /^(?:ben|بن)(\p{L}{4,})$/u.exec(written)?.[1]
  return joined ? { written: joined, sound: soundOf(joined) } : null
}

// hamza and taa marbuta are significant here, so this runs before foldText drops them
const rawWords = (name: string): readonly string[] =>
  name
    // ligatures and forms of letters that a copied text has: ﻻ, ﬁ
    .normalize('NFKC')
    .replace(/['’‘`ʿʾ]/g, '')
    // written together or apart: عبدالرحمن, عبد الرحمن
    .replace(/(?<!\p{L})عبد(?=ال\p{L}{3})/gu, 'عبد ')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .map(withoutArticle)
    .filter((word) => word !== '')

const withoutArticle = (word: string): string => {
  if (/^(?:el|al|ال)$/i.test(word)) return ''
  const arabic = /^ال(.{3,})$/.exec(word)?.[1]
  if (arabic) return arabic
  // "Elloumi" is اللومي; "Elyes" and "Alaya" are names
  return /^el(.{4,})$/i.exec(word)?.[1] ?? word
}

const soundOf = (word: string): string =>
  /\p{Script=Arabic}/u.test(word) ? arabicSound(word) : latinSound(foldText(word))

/*
 * Consonants, and a mark for a vowel at the beginning. The long u counts from the second syllable on (Mahmoud is not
 * Mohamed), because in the first one the spellings do not agree (Mouna منى, Nour نور); the i never does (Selim سليم).
 */
const arabicSound = (word: string): string => {
  const letters = [...word.normalize('NFC').replace(/[\p{M}ـ]/gu, '')].map(
    (each) => arabicLetters[each] ?? '',
  )
  const [first = '', ...rest] = letters
  if (word.startsWith('ي')) return finish('y', rest)
  return finish(first === 'v' || first === '' ? 'a' : first, rest)
}

const latinSound = (word: string): string => {
  let text = word
  for (const [pattern, letter] of latinRules) text = text.replace(pattern, letter)
  const start = /^(?:ou|w)(?=[aeiy])/.test(text) ? 'w' : /^[aeiou]/.test(text) ? 'a' : text.slice(0, 1)
  const rest = text.slice(start === 'w' && text.startsWith('ou') ? 2 : 1)
  const parts = rest.match(/[aeiouyw]+|[^aeiouyw]/g) ?? []
  const letters = parts.map((part) => (/^[aeiouyw]/.test(part) ? (/ou|oo|w/.test(part) ? 'w' : 'v') : part))
  return finish(start, letters)
}

const finish = (start: string, rest: readonly string[]): string => {
  const firstConsonant = rest.findIndex((letter) => letter !== 'v' && letter !== 'w' && letter !== '')
  return rest.reduce((sound, letter, index) => {
    if (letter === '' || letter === 'v') return sound
    if (letter === 'w') return index > firstConsonant && firstConsonant >= 0 ? `${sound}w` : sound
    return `${sound}${letter}`
  }, start)
}

// 'v' is a vowel that is dropped from the sound; 'w' counts from the second syllable on
const arabicLetters: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...'اأإآٱىيئءعةؤ'].map((letter) => [letter, 'v'])),
  و: 'w',
  ب: 'b',
  پ: 'b',
  ت: 't',
  ط: 't',
  ث: 't',
  ج: 'j',
  ح: 'h',
  ه: 'h',
  خ: 'x',
  د: 'd',
  ذ: 'd',
  ض: 'd',
  ظ: 'd',
  ر: 'r',
  ز: 'z',
  س: 's',
  ص: 's',
  ش: 'c',
  غ: 'g',
  ف: 'f',
  ڤ: 'f',
  ق: 'k',
  ڨ: 'k',
  ك: 'k',
  ل: 'l',
  م: 'm',
  ن: 'n',
}

// one letter per sound, including chat digits: 3 ع, 5 خ, 7 ح, 9 ق
const latinRules: readonly (readonly [RegExp, string])[] = [
  [/(?<=\p{L})3|3(?=\p{L})/gu, 'a'],
  [/(?<=\p{L})7|7(?=\p{L})/gu, 'h'],
  [/(?<=\p{L})9|9(?=\p{L})/gu, 'k'],
  [/(?<=\p{L})5|5(?=\p{L})/gu, 'X'],
  [/tch|ch|sh/g, 'C'],
  [/kh/g, 'X'],
  [/gh/g, 'G'],
  [/dh/g, 'd'],
  [/th/g, 't'],
  [/ph|v/g, 'f'],
  [/g(?=[eiy])/g, 'j'],
  [/c(?=[eiy])/g, 's'],
  [/[gqc]/g, 'k'],
  [/p/g, 'b'],
  [/C/g, 'c'],
  [/X/g, 'x'],
  [/G/g, 'g'],
  [/([^aeiouy])\1/g, '$1'],
]
