import { type Params, textOf } from '../reference/i18n/fill-in.ts'
import { texts } from '../reference/i18n/texts.ts'
import type { Language } from '../reference/languages.ts'

export type MessageSlug = NonNullable<typeof texts.messages.keys>

/** A success text of the servers; `{name}` is replaced from `params`. English is the specification's wording (§8). */
export function messageText(slug: MessageSlug, language: Language, params: Params = {}): string {
  return textOf(texts.messages[language], slug, params, language)
}
