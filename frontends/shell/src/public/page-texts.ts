import type { Texts } from '@darsi/contracts/reference/i18n/fill-in.ts'

export const pageTextsId = 'page-texts'

let embedded: Readonly<Record<string, Texts>> | null = null

/** Reads a page's catalogue from its HTML, in the page's language. The bundler replaces the JSON files by this. */
export function pageTexts(id: string): Texts {
  // `as`: written by our own prerendering
  embedded ??= JSON.parse(document.getElementById(pageTextsId)?.textContent ?? '{}') as Record<string, Texts>
  return embedded[id] ?? {}
}
