import { createCatalogue } from '../catalogue.ts'
import ar from '../locales/connection-review/ar.json' with { type: 'json' }
import en from '../locales/connection-review/en.json' with { type: 'json' }
import fr from '../locales/connection-review/fr.json' with { type: 'json' }

/** What administrators see of connection requests and upgrades. */
export const reviewTexts = createCatalogue({ en, fr, ar })
