import { type ContactKind, contactDetailsIn } from './contact-details.ts'

/**
 * The contact details of a text, also those that began in the author's texts before it: "20 555" and then "666".
 * Texts that have contact details of their own were judged already and do not count again.
 * @param before oldest first
 */
export function contactDetailsAfter(before: readonly string[], text: string): ContactKind[] {
  const alone = contactDetailsIn(text)
  if (alone.length > 0) return alone
  const parts = before.filter((one) => contactDetailsIn(one).length === 0)
  if (parts.length === 0) return []
  const known = new Set(joinsOf(parts).flatMap(contactDetailsIn))
  const found = joinsOf([...parts, text]).flatMap(contactDetailsIn)
  return [...new Set(found)].filter((kind) => !known.has(kind))
}

/** The texts as one: with a space between them, and with the words joined that a sending broke apart. */
function joinsOf(parts: readonly string[]): string[] {
  const bare = parts.map((part, index) => (index === 0 ? part : part.replace(connecting, '')).trim())
  return [bare.join(' '), bare.join('')]
}

/** Words between two parts: "and then 666". */
const connecting =
  /^(?:\s|[.,;:…+-]|(?:and|then|after(?: that)?|next|now|the rest(?: is)?|et|puis|ensuite|apr[eè]s|la suite|enfin|و|ثم|بعدها|وبعدها|بعد|والباقي|w|ba3d(?:ha)?|w ba3d(?:ha)?)(?=[\s:,.]|$))+/iu
