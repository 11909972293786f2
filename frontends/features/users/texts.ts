import { createCatalogue } from '@darsi/design/i18n/catalogue.ts'
import ar from './locales/ar.json' with { type: 'json' }
import en from './locales/en.json' with { type: 'json' }
import fr from './locales/fr.json' with { type: 'json' }

/** Lists of users and the decisions about them, shown to admins and super-admins. */
export const usersTexts = createCatalogue({ en, fr, ar })
