import { type Language, localeOf } from '@darsi/contracts/reference/languages.ts'
import { timeZone } from '@darsi/contracts/reference/tunis-time.ts'

/** A time in Tunisia, in the reader's language, 24 hours as on the screens. */
export function momentIn(
  language: Language,
  instant: string,
  dateStyle: 'medium' | 'full' = 'medium',
): string {
  const style = { dateStyle, timeStyle: 'short', hourCycle: 'h23', timeZone } as const
  return new Intl.DateTimeFormat(localeOf(language), style).format(new Date(instant))
}
