import { createCatalogue } from '../catalogue.ts'
import ar from '../locales/audit/ar.json' with { type: 'json' }
import en from '../locales/audit/en.json' with { type: 'json' }
import fr from '../locales/audit/fr.json' with { type: 'json' }

/** What the audit log remembers, in words. */
export const auditTexts = createCatalogue({ en, fr, ar })
