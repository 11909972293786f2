import type { Localised } from '../reference/languages.ts'
import { tunisDay } from '../reference/tunis-time.ts'

export const productName = { en: 'Darsi', fr: 'Darsi', ar: 'درسي' } as const satisfies Localised

export const filePrefix = 'darsi'

/** spec §3: the product prefix, the kind of export, the date in Tunis as YYYY-MM-DD */
export const exportFileName = (what: string, at: Date, extension = 'csv') =>
  `${filePrefix}-${what}-${tunisDay(at)}.${extension}`
