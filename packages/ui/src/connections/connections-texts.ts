import { createCatalogue } from '../catalogue.ts'
import ar from '../locales/connections/ar.json' with { type: 'json' }
import en from '../locales/connections/en.json' with { type: 'json' }
import fr from '../locales/connections/fr.json' with { type: 'json' }

export const connectionsTexts = createCatalogue({ en, fr, ar })
