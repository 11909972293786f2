import type { Texts } from '@darsi/design/i18n/catalogue.ts'

export const pageTextsId = 'page-texts'

let embedded: Readonly<Record<string, Texts>> | null = null

/** A page's catalogue out of its HTML, in the page's language; the bundler puts this in place of the JSON files. */
export function pageTexts(id: string): Texts {
  // `as`: written by our own prerendering
  embedded ??= JSON.parse(document.getElementById(pageTextsId)?.textContent ?? '{}') as Record<string, Texts>
  return embedded[id] ?? {}
}
