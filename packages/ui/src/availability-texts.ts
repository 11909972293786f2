import { createCatalogue } from './catalogue.ts'
import ar from './locales/availability/ar.json' with { type: 'json' }
import en from './locales/availability/en.json' with { type: 'json' }
import fr from './locales/availability/fr.json' with { type: 'json' }

export const availabilityTexts = createCatalogue({ en, fr, ar })
