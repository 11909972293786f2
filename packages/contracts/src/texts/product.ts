import { texts } from '../reference/i18n/texts.ts'
import { inEachLanguage, type Localised } from '../reference/languages.ts'
import { tunisDay } from '../reference/tunis-time.ts'

export const productName: Localised = /* @__PURE__ */ inEachLanguage(
  (language) => texts.product[language].name ?? '',
)

export const filePrefix = 'darsi'

/** spec §3: the product prefix, the kind of export, the date in Tunis as YYYY-MM-DD */
export const exportFileName = (what: string, at: Date, extension = 'csv') =>
  `${filePrefix}-${what}-${tunisDay(at)}.${extension}`
