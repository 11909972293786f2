import { foldText } from '../../reference/fold-text.ts'
import { givenNames } from './given-names.ts'

/** Words that are only the first part of a name: "Abd Allah", "Om Kalthoum", "Bou Ali"; folded. */
const particles = new Set(['abd', 'abdel', 'abou', 'abu', 'bou', 'om', 'oum', 'عبد', 'ابو', 'بو', 'ام'])
const articles = new Set(['el', 'al', 'er', 'ar'])
const sons = new Set(['ben', 'bin', 'ibn', 'بن', 'ابن'])

/** The first name of a full one: the only part of a child's name that is ever shown. */
export function firstNameOf(fullName: string): string {
  const words = withoutFamilyFirst(fullName.trim().split(/\s+/u))
  const is = (at: number, some: ReadonlySet<string>) => some.has(foldText(words[at] ?? ''))
  if (words.length < 2) return words[0] ?? ''
  if (!is(0, particles)) return words[0] ?? ''
  const isWithArticle = is(1, articles) && words.length > 2
  return words.slice(0, isWithArticle ? 3 : 2).join(' ')
}

/** "BEN SALAH Mohamed": French forms write the family name first and in capitals. "AMINE Trabelsi" is no such form. */
function withoutFamilyFirst(words: readonly string[]): readonly string[] {
  const isFamily = (word: string) => /^\p{Lu}{2,}$/u.test(word.replaceAll(/['’-]/g, ''))
  const from = words.findIndex((word) => !isFamily(word))
  const isGiven = (word = '') => /^\p{Lu}?\p{Ll}/u.test(word)
  const family = words.slice(0, Math.max(from, 0))
  // "ABD EL KADER Trabelsi" begins with a first name
  const first = foldText(family[0] ?? '')
  const isFirstName = particles.has(first) || (isKnown(first) && !isKnown(words[from]))
  if (family.length === 0 || !isGiven(words[from])) return afterSons(words)
  return isFirstName ? words : words.slice(from)
}

const isKnown = (word = ''): boolean => givenNames.has(foldText(word))
/** "Trabelsi", "الطرابلسي": a family name that says where the family is from. */
const isOrigin = (word = ''): boolean => /^\p{L}{3,}[iyي]$/u.test(foldText(word)) && !isKnown(word)

/** "Ben Salah Mohamed", "Trabelsi Mohamed": the family name first. */
function afterSons(words: readonly string[]): readonly string[] {
  if (words.length > 2 && sons.has(foldText(words[0] ?? ''))) return afterSons(words.slice(2))
  return isOrigin(words[0]) && isKnown(words[1]) ? words.slice(1) : words
}
