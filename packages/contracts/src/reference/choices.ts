import type { Language, Localised } from './languages.ts'

/** A closed list of choices with their labels, in display order. */
export type ChoiceTable<Key extends string = string> = Readonly<Partial<Record<Key, Localised>>>

export const keysOf = <Key extends string>(table: ChoiceTable<Key>): readonly Key[] =>
  // Object.keys loses the key type of its argument
  Object.keys(table) as Key[]

export const isKeyOf = <Key extends string>(table: ChoiceTable<Key>, value: unknown): value is Key =>
  typeof value === 'string' && Object.hasOwn(table, value)

/** The label of a stored key. A key that is not in the table is returned unchanged. */
export const labelOfKey = (table: ChoiceTable, key: string, language: Language): string =>
  isKeyOf(table, key) ? (table[key]?.[language] ?? key) : key

/** Reads a key or a label of any language, because some callers send the text of the screen. */
export const choiceFrom = <Key extends string>(table: ChoiceTable<Key>, text: string): Key | null => {
  const wanted = text.trim().toLowerCase()
  const matches = (key: Key) =>
    key.toLowerCase() === wanted ||
    Object.values(table[key] ?? {}).some((label) => label.toLowerCase() === wanted)
  return keysOf(table).find(matches) ?? null
}
