import { type Language, pathIn } from '@darsi/contracts/reference/languages.ts'

/**
 * Shares where the invitation is, never the invitation: the mailed link proves the guardian's address, so a student
 * must not have it, and a message through another company names nobody.
 */
export function whatsAppLink(words: string, origin: string, language: Language): string {
  const url = new URL('https://wa.me/')
  url.searchParams.set('text', `${words} ${origin}${pathIn(language, '/guardian')}`)
  return url.href
}
