import { readLanguages } from '@darsi/contracts/reference/i18n/read-texts.ts'
import { type Language, localeOf } from '@darsi/contracts/reference/languages.ts'
import { timeZone } from '@darsi/contracts/reference/tunis-time.ts'
import { type FileType, fileName } from '@darsi/contracts/rules/files.ts'
import en from './locales/en.json' with { type: 'json' }

const texts = readLanguages(en, import.meta.dirname)

/** "Photo, 24 nov.jpg": replaces a name that carries a number or a handle. */
export function neutralName(type: FileType, language: Language, at: Date): string {
  const { photo, document } = texts[language]
  const style = { day: 'numeric', month: 'short', timeZone } as const
  const day = new Intl.DateTimeFormat(localeOf(language), style).format(at).replace(/\.$/, '')
  return fileName((type === 'application/pdf' ? document : photo).replace('{day}', day), type)
}
