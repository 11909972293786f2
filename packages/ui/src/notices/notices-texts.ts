import { createCatalogue } from '../catalogue.ts'
import ar from '../locales/notices/ar.json' with { type: 'json' }
import en from '../locales/notices/en.json' with { type: 'json' }
import fr from '../locales/notices/fr.json' with { type: 'json' }

export const noticesTexts = createCatalogue({ en, fr, ar })
