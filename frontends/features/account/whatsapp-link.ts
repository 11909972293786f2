import { type Language, pathIn } from '@darsi/contracts/reference/languages.ts'

/**
 * Shares the address of the page, never the invitation: the mailed link proves that the guardian owns the address, so
 * the student must not have it. The text names nobody, because WhatsApp belongs to another company.
 */
export function whatsAppLink(text: string, origin: string, language: Language): string {
  const url = new URL('https://wa.me/')
  url.searchParams.set('text', `${text} ${origin}${pathIn(language, '/guardian')}`)
  return url.href
}
