import { createCatalogue } from './catalogue.ts'
import ar from './locales/ar.json' with { type: 'json' }
import en from './locales/en.json' with { type: 'json' }
import fr from './locales/fr.json' with { type: 'json' }

/** The texts of the components themselves. */
export const uiTexts = createCatalogue({ en, fr, ar })
