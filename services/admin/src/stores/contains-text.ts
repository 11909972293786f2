/** Filters the rows whose folded fields contain this folded text; an empty text matches every row. */
export function containsText(text: string, ...fields: readonly string[]): object {
  const pattern = text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return pattern ? { $or: fields.map((field) => ({ [field]: { $regex: pattern } })) } : {}
}
