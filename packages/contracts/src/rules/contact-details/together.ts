import { contactDetailsIn } from './contact-details.ts'
import type { ContactKind } from './found.ts'
import { halvesIn, isPhoneOf } from './phone-halves.ts'

/**
 * The contact details of a text, also those that began in the author's texts before it: "20 555" and then "666".
 * Texts that have contact details of their own were judged already and do not count again, nor does the same text once
 * more: a call may be repeated.
 * @param before oldest first
 */
export const contactDetailsAfter = (before: readonly string[], text: string): ContactKind[] =>
  contactDetailsAmong({ before, text, after: [] })

/** The same for a text that arrives after its author's later ones. */
export function contactDetailsAmong({ before, text, after }: Among): ContactKind[] {
  const alone = contactDetailsIn(text)
  if (alone.length > 0) return alone
  const isPart = (one: string) => one !== text && contactDetailsIn(one).length === 0
  const [earlier, later] = [before.filter(isPart), after.filter(isPart)]
  const others = [...earlier, ...later]
  if (others.length === 0) return []
  const known = new Set(joinsOf(others).flatMap(contactDetailsIn))
  const found = new Set(joinsOf([...earlier, text, ...later]).flatMap(contactDetailsIn))
  if (hasOtherHalf(others, text)) found.add('phone')
  return [...found].filter((kind) => !known.has(kind))
}

/** Texts of one author, oldest first. */
type Among = { before: readonly string[]; text: string; after: readonly string[] }

/** The texts as one: with a space between them, and with the words joined that a sending broke apart. */
function joinsOf(parts: readonly string[]): string[] {
  const short = parts.map((part) => endsOf(part.trim()))
  const bare = short.map((part, index) => (index === 0 ? part : part.replace(connecting, '')).trim())
  return [bare.join(' '), joinedWords(bare), joinedWords(short)]
}

const edge = 200

/** What two texts have together is at the end of one and the start of the next. */
const endsOf = (part: string): string =>
  part.length <= 2 * edge ? part : `${part.slice(0, edge)} … ${part.slice(-edge)}`

/** Two numbers stay apart, as a result and the first number of the next calculation, and two sentences. */
const joinedWords = (parts: readonly string[]): string =>
  parts.reduce((all, part) => `${all}${isApart(all, part) ? ' ' : ''}${part}`)

const isApart = (before: string, after: string): boolean =>
  (/\p{N}$/u.test(before) && /^\p{N}/u.test(after)) || (before.endsWith('.') && /^\p{Lu}/u.test(after))

const hasOtherHalf = (parts: readonly string[], text: string): boolean => {
  const halves = halvesIn(text.replace(connecting, ''))
  return (
    halves.length > 0 &&
    parts.flatMap(halvesIn).some((other) => halves.some((half) => isPhoneOf(other, half)))
  )
}

/** Words between two parts: "and then 666". */
const connecting =
  /^(?:\s|[.,;:…+-]|(?:and|then|after(?: that)?|next|now|the rest(?: is)?|et|puis|ensuite|apr[eè]s|la suite|enfin|و|ثم|بعدها|وبعدها|بعد|والباقي|w|ba3d(?:ha)?|w ba3d(?:ha)?)(?=[\s:,.]|$))+/iu
