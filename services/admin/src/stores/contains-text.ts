/** Filters the rows whose folded fields contain this folded text; an empty text matches every row. */
export function containsText(text: string, ...fields: readonly string[]): object {
  const words = text.split(/\s+/u).filter((word) => word !== '')
  const patterns = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return patterns.length > 0
    ? { $and: patterns.map(($regex) => ({ $or: fields.map((field) => ({ [field]: { $regex } })) })) }
    : {}
}
