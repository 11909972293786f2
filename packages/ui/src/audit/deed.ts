import { type DeedName, deeds } from '@darsi/contracts/deeds.ts'
import type { Language } from '@darsi/contracts/languages.ts'
import { translator } from '../catalogue.ts'
import { auditTexts } from './audit-texts.ts'

const isKnown = (action: string): action is DeedName => deeds.some((deed) => deed === action)

/** A deed's name in the words of the page; one that has none yet by its own name. */
export function deedWords(action: string, language: Language): string {
  return isKnown(action) ? translator(auditTexts, language)(`deed-${action}`) : action
}

/** What it was done to: a person by name, anything else by the beginning of its id. */
export function targetWords({ target, targetName }: { target: string; targetName: string }): string {
  if (targetName !== '') return targetName
  return target === '' ? '' : target.slice(0, 8).toUpperCase()
}
