import { createCatalogue } from '@darsi/design/i18n/catalogue.ts'
import ar from './locales/ar.json' with { type: 'json' }
import en from './locales/en.json' with { type: 'json' }
import fr from './locales/fr.json' with { type: 'json' }

/** The administrators' view of connection requests and upgrades. */
export const reviewTexts = createCatalogue({ en, fr, ar })
