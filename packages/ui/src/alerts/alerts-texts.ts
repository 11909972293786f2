import { createCatalogue } from '../catalogue.ts'
import ar from '../locales/alerts/ar.json' with { type: 'json' }
import en from '../locales/alerts/en.json' with { type: 'json' }
import fr from '../locales/alerts/fr.json' with { type: 'json' }

/** Safety alerts and reports. */
export const alertsTexts = createCatalogue({ en, fr, ar })
