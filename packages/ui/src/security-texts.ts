import { createCatalogue } from './catalogue.ts'
import ar from './locales/security/ar.json' with { type: 'json' }
import en from './locales/security/en.json' with { type: 'json' }
import fr from './locales/security/fr.json' with { type: 'json' }

/** Password, sessions and second factors of one's own account. */
export const securityTexts = createCatalogue({ en, fr, ar })
