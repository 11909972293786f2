import { createCatalogue } from './catalogue.ts'
import ar from './locales/account/ar.json' with { type: 'json' }
import en from './locales/account/en.json' with { type: 'json' }
import fr from './locales/account/fr.json' with { type: 'json' }

/** Profile, preferences and security: the panels that several dashboards show. */
export const accountTexts = createCatalogue({ en, fr, ar })
