import { createCatalogue } from '@darsi/design/i18n/catalogue.ts'
import ar from './locales/ar.json' with { type: 'json' }
import en from './locales/en.json' with { type: 'json' }
import fr from './locales/fr.json' with { type: 'json' }

/** Who was in the classroom when, and whose line it was. */
export const attendanceTexts = createCatalogue({ en, fr, ar })
