import { createCatalogue } from '../catalogue.ts'
import ar from '../locales/lessons/ar.json' with { type: 'json' }
import en from '../locales/lessons/en.json' with { type: 'json' }
import fr from '../locales/lessons/fr.json' with { type: 'json' }

/** Lessons, their booking and moves, progress reports, the calendar feed. */
export const lessonsTexts = createCatalogue({ en, fr, ar })
