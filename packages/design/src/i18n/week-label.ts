import type { Language } from '@darsi/contracts/reference/languages.ts'
import { addDays } from '@darsi/contracts/reference/tunis-time.ts'
import { formatDate, translator } from './catalogue.ts'
import { designTexts } from './texts.ts'

/** "23–28 November": Monday to Saturday of one week. */
export function weekLabel(monday: string, language: Language): string {
  const saturday = addDays(monday, 5)
  const sameMonth = monday.slice(0, 7) === saturday.slice(0, 7)
  const from = sameMonth
    ? formatDate(noon(monday), language, { day: 'numeric' })
    : formatDate(noon(monday), language, { day: 'numeric', month: 'long' })
  const to = formatDate(noon(saturday), language, { day: 'numeric', month: 'long' })
  return translator(designTexts.ui, language)('span', { from, to })
}

/** "Monday 23 November" */
export const dayLabel = (day: string, language: Language): string =>
  formatDate(noon(day), language, { weekday: 'long', day: 'numeric', month: 'long' })

const noon = (day: string) => `${day}T12:00:00Z`
