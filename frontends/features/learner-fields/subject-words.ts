import type { Language } from '@darsi/contracts/reference/languages.ts'
import { isSubject, subjectLabel } from '@darsi/contracts/reference/subjects.ts'

/** A stored subject in the page's language. Unknown values are shown unchanged. */
export const subjectWords = (subject: string, language: Language): string =>
  isSubject(subject) ? subjectLabel(subject, language) : subject
