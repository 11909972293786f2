import { foldText } from '../../reference/fold-text.ts'

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

/** "BEN SALAH Mohamed": French forms write the family name first and in capitals. */
function withoutFamilyFirst(words: readonly string[]): readonly string[] {
  const isFamily = (word: string) => /^\p{Lu}{2,}$/u.test(word.replaceAll(/['’-]/g, ''))
  const from = words.findIndex((word) => !isFamily(word))
  const isGiven = (word = '') => /^\p{Lu}?\p{Ll}/u.test(word)
  const family = words.slice(0, Math.max(from, 0))
  // "ABD EL KADER Trabelsi" begins with a first name
  const first = foldText(family[0] ?? '')
  if (family.length === 0 || !isGiven(words[from]) || particles.has(first)) return afterSons(words)
  return words.slice(from)
}

/** "Ben Salah Mohamed": the family name first. */
const afterSons = (words: readonly string[]): readonly string[] =>
  words.length > 2 && sons.has(foldText(words[0] ?? '')) ? words.slice(2) : words
