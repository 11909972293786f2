import { namesOf } from './i18n/names-of.ts'
import { texts } from './i18n/texts.ts'
import type { Localised } from './languages.ts'

/** Tunisia's public holidays with a fixed date, by month and day. Those of the lunar calendar are announced each year. */
export const fixedHolidays: readonly { readonly day: string; readonly names: Localised }[] = Object.entries(
  namesOf(texts.holidays),
).map(([day, names]) => ({ day, names }))
