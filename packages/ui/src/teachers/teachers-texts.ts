import { createCatalogue } from '../catalogue.ts'
import ar from '../locales/teachers/ar.json' with { type: 'json' }
import en from '../locales/teachers/en.json' with { type: 'json' }
import fr from '../locales/teachers/fr.json' with { type: 'json' }

/** Finding a teacher: filters, cards, the request. */
export const teachersTexts = createCatalogue({ en, fr, ar })
