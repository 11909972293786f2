import { createCatalogue } from '@darsi/design/i18n/catalogue.ts'
import ar from './locales/ar.json' with { type: 'json' }
import en from './locales/en.json' with { type: 'json' }
import fr from './locales/fr.json' with { type: 'json' }

/** The texts of the frame and of the shell's own screens. Each public page has its own catalogue. */
export const texts = createCatalogue({ en, fr, ar })
