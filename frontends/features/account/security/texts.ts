import { createCatalogue } from '@darsi/design/i18n/catalogue.ts'
import ar from './locales/ar.json' with { type: 'json' }
import en from './locales/en.json' with { type: 'json' }
import fr from './locales/fr.json' with { type: 'json' }

/** Password, sessions and second factors of one's own account. */
export const securityTexts = createCatalogue({ en, fr, ar })
