import { type Language, localeOf } from '@darsi/contracts/reference/languages.ts'
import { timeZone } from '@darsi/contracts/reference/tunis-time.ts'
import { type FileType, fileName } from '@darsi/contracts/rules/files.ts'

const words = {
  en: { photo: 'Photo', document: 'Document', comma: ',' },
  fr: { photo: 'Photo', document: 'Document', comma: ',' },
  ar: { photo: 'صورة', document: 'وثيقة', comma: '،' },
} as const satisfies Record<Language, unknown>

/** "Photo, 24 nov.jpg": replaces a name that carries a number or a handle. */
export function neutralName(type: FileType, language: Language, at: Date): string {
  const { photo, document, comma } = words[language]
  const style = { day: 'numeric', month: 'short', timeZone } as const
  const day = new Intl.DateTimeFormat(localeOf(language), style).format(at).replace(/\.$/, '')
  return fileName(`${type === 'application/pdf' ? document : photo}${comma} ${day}`, type)
}
