import type { KeysOf } from '../reference/i18n/catalogue.ts'
import { type Params, type Texts, textOf } from '../reference/i18n/fill-in.ts'
import type { Language } from '../reference/languages.ts'
import ar from './messages/ar.json' with { type: 'json' }
import en from './messages/en.json' with { type: 'json' }
import fr from './messages/fr.json' with { type: 'json' }

/** Success texts of the servers. English is the specification's wording (§8). */
const messages: Readonly<Record<Language, Texts>> = { en, fr, ar }

export type MessageSlug = KeysOf<typeof en>

/** A success text; `{name}` is replaced from `params`. */
export function messageText(slug: MessageSlug, language: Language, params: Params = {}): string {
  return textOf(messages[language], slug, params, language)
}
