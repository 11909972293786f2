import { type DeedDetail, type DeedName, deedDetails, deeds } from '@darsi/contracts/deeds.ts'
import type { Language } from '@darsi/contracts/languages.ts'
import { translator } from '../catalogue.ts'
import { auditTexts } from './audit-texts.ts'

const isKnown = (action: string): action is DeedName => deeds.some((deed) => deed === action)

/** A deed's name in the words of the page; one that has none yet by its own name. */
export function deedWords(action: string, language: Language): string {
  return isKnown(action) ? translator(auditTexts, language)(`deed-${action}`) : action
}

const isWord = (detail: string): detail is DeedDetail => deedDetails.some((word) => word === detail)

/** What a deed says beside its name; of a pair of accounts the other one. */
export function detailWords(
  { action, detail, detailName }: { action: string; detail: string; detailName: string },
  language: Language,
): string {
  const t = translator(auditTexts, language)
  if (isWord(detail)) return t(`detail-${detail}`)
  const isPair = action.startsWith('duplicate.') && detail !== ''
  return isPair ? t('otherAccount', { name: nameOrId(detail, detailName) }) : detail
}

/** What it was done to: a person by name, anything else by the beginning of its id. */
export const targetWords = ({ target, targetName }: { target: string; targetName: string }): string =>
  nameOrId(target, targetName)

const nameOrId = (id: string, name: string): string => name || id.slice(0, 8).toUpperCase()
