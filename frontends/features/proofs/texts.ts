import type { Catalogue } from '@darsi/contracts/reference/i18n/catalogue.ts'
import { createCatalogue } from '@darsi/design/i18n/catalogue.ts'
import ar from './locales/ar.json' with { type: 'json' }
import en from './locales/en.json' with { type: 'json' }
import fr from './locales/fr.json' with { type: 'json' }

/** A teacher's proofs: the upload, and the administrators' review. */
export const proofTexts = createCatalogue({ en, fr, ar })
export type ProofText = typeof proofTexts extends Catalogue<infer Key> ? Key : never
