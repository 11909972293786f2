import type { Language } from '../languages.ts'
import type { Texts } from './fill-in.ts'

/** The plural forms of CLDR, which are the ends of keys. */
type PluralForm = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other'

type Stem<K> = K extends `${infer S}_other` ? S : never
type Plain<K> = K extends `${string}_${PluralForm}` ? never : K

/** The keys of English texts: plain ones, and plural ones without their form. */
export type KeysOf<En> = (Plain<keyof En> | Stem<keyof En>) & string

/** The texts of one screen or subject in each language. */
export type Catalogue<Key extends string = string> = Readonly<Record<Language, Texts>> & {
  /** Never present at run time: carries the keys for the type checker. */
  readonly keys?: Key
}
