import { namesOf } from '../reference/i18n/names-of.ts'
import { texts } from '../reference/i18n/texts.ts'

/** Changes with every change of the texts `consents`: the ledger stores which wording a guardian agreed to. */
export const consentTextVersion = '2026-11-26'

/** The consent texts per purpose; each consent can be withdrawn separately (docs/children.md). */
export const consentTexts = /* @__PURE__ */ namesOf(texts.consents)
