import { type Language, localeOf } from '@darsi/contracts/reference/languages.ts'
import { timeZone } from '@darsi/contracts/reference/tunis-time.ts'

/** A time in Tunisia, in the reader's language, 24 hours as on the screens. */
export function momentIn(
  language: Language,
  instant: string,
  dateStyle: 'medium' | 'full' = 'medium',
): string {
  const time = { hourCycle: 'h23', timeZone } as const
  // the medium style of Arabic is digits with invisible marks, which mail programs draw in another order
  const style =
    language === 'ar' && dateStyle === 'medium'
      ? ({
          day: 'numeric',
          month: 'long',
          year: 'numeric',
          hour: '2-digit',
          minute: '2-digit',
          ...time,
        } as const)
      : ({ dateStyle, timeStyle: 'short', ...time } as const)
  return new Intl.DateTimeFormat(localeOf(language), style).format(new Date(instant))
}

/** A day in Tunisia: "24 November 2026". */
export const dayIn = (language: Language, instant: string): string =>
  new Intl.DateTimeFormat(localeOf(language), {
    ...{ day: 'numeric', month: 'long', year: 'numeric' },
    timeZone,
  }).format(new Date(instant))
