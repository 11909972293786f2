import type { Localised } from './languages.ts'

/** A closed list of choices with their labels, in the order in which they are shown. */
export type ChoiceTable<Key extends string = string> = Readonly<Partial<Record<Key, Localised>>>

export const keysOf = <Key extends string>(table: ChoiceTable<Key>): readonly Key[] =>
  // Object.keys forgets the key type of the literal it is given
  Object.keys(table) as Key[]

export const isKeyOf = <Key extends string>(table: ChoiceTable<Key>, value: unknown): value is Key =>
  typeof value === 'string' && Object.hasOwn(table, value)

/** Reads a key or a label of any language, so that a caller who sends the screen's text is understood. */
export const choiceFrom = <Key extends string>(table: ChoiceTable<Key>, text: string): Key | null => {
  const wanted = text.trim().toLowerCase()
  const matches = (key: Key) =>
    key.toLowerCase() === wanted ||
    Object.values(table[key] ?? {}).some((label) => label.toLowerCase() === wanted)
  return keysOf(table).find(matches) ?? null
}
