import { createCatalogue } from '../catalogue.ts'
import ar from '../locales/users/ar.json' with { type: 'json' }
import en from '../locales/users/en.json' with { type: 'json' }
import fr from '../locales/users/fr.json' with { type: 'json' }

/** Lists of users and the decisions about them, shown to admins and super-admins. */
export const usersTexts = createCatalogue({ en, fr, ar })
