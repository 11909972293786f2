import { type ChoiceTable, keysOf } from '@darsi/contracts/reference/choices.ts'
import type { Language } from '@darsi/contracts/reference/languages.ts'

/** Converts a table of the contracts into the options of a control. */
export const optionsOf = <Key extends string>(table: ChoiceTable<Key>, language: Language) =>
  keysOf(table).map((value) => ({ value, label: table[value]?.[language] ?? value }))
