import { createCatalogue } from '../catalogue.ts'
import ar from '../locales/children/ar.json' with { type: 'json' }
import en from '../locales/children/en.json' with { type: 'json' }
import fr from '../locales/children/fr.json' with { type: 'json' }

export const childrenTexts = createCatalogue({ en, fr, ar })
