import { createCatalogue } from '../catalogue.ts'
import ar from '../locales/messages/ar.json' with { type: 'json' }
import en from '../locales/messages/en.json' with { type: 'json' }
import fr from '../locales/messages/fr.json' with { type: 'json' }

export const messagesTexts = createCatalogue({ en, fr, ar })
