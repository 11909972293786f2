import type { Localised } from './languages.ts'

export const productName = { en: 'Darsi', fr: 'Darsi', ar: 'درسي' } as const satisfies Localised

export const filePrefix = 'darsi'

/** spec §3: the product prefix, what is exported, the date as YYYY-MM-DD */
export const exportFileName = (what: string, at: Date, extension = 'csv') =>
  `${filePrefix}-${what}-${at.toISOString().slice(0, 10)}.${extension}`
